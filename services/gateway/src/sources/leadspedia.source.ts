import { ADDRESS, type Source } from './source.js';

/** https://ll.media/solar_posting/ shows a specification made by LeadsPedia. */
export const leadspedia: Source = {
  id: 'leadspedia',
  name: 'LeadsPedia',
  recognizedBy: [['lp_campaign_key']],
  secrets: ['lp_campaign_key'],
  tests: [{ at: 'lp_test', values: ['1'] }],
  answerFormAt: 'lp_response',
  takesGet: true,
  setUp: {
    group: 'Lead distribution',
    documentedAt: null,
    steps: [
      'Open the contract of the advertiser, and add a delivery method that posts leads.',
      'Paste the address and add the fields of the lead.',
      'Add `lp_campaign_key` with any text, so that we know the post as one of LeadsPedia.',
    ],
    screen: {
      title: 'Delivery method',
      fields: { 'Posting URL': ADDRESS, Method: '`POST`', lp_campaign_key: 'any text' },
    },
  },
};
