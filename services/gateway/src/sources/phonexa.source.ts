import { ADDRESS, type Source } from './source.js';

/** https://support.phonexa.com/publisher-products-api */
export const phonexa: Source = {
  id: 'phonexa',
  name: 'Phonexa',
  recognizedBy: [['apiId', 'apiPassword']],
  secrets: ['apiPassword'],
  tests: [{ at: 'testMode', values: ['1'] }],
  setUp: {
    group: 'Lead distribution',
    documentedAt: 'https://support.phonexa.com/campaign-configuration-integration',
    steps: [
      'Open **Client Management > Setup > Campaigns** and click **Configure** beside the campaign.',
      'On the tab **Integration**, choose an integration that posts to any URL, and paste the address.',
      'Add the fields of the lead.',
    ],
    screen: { title: 'Integration', fields: { Integration: 'one that posts to any URL', URL: ADDRESS } },
  },
};
