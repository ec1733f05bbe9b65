import { addressOf, type Source } from './source.js';

/**
 * "LeadConduit Standard" (https://github.com/activeprospect/leadconduit-integration-default) and "Custom", whose names the
 * flow's owner chooses.
 */
export const leadconduit: Source = {
  id: 'leadconduit',
  name: 'LeadConduit',
  recognizedBy: [['phone_1', 'price']],
  idempotencyKey: 'lead_id',
  answer: 'leadconduit',
  takesGet: true,
  setUp: {
    group: 'Lead distribution',
    documentedAt: 'https://support.activeprospect.com/hc/en-us/articles/44098322972820-Form-POST-integration',
    steps: [
      'Open the flow, click **Add to Flow > Integration** and search for **Custom**.',
      'Enter a name and choose **Custom Form**.',
      'Map the URL to the address, and each parameter to a field of the lead.',
    ],
    screen: {
      title: 'Custom Form',
      fields: {
        Name: 'any text',
        URL: addressOf('leadconduit'),
        Parameter: 'our field name, and your field',
      },
    },
    onError: 'LeadConduit keeps a refused lead as a failure. If it gets no answer, it repeats the lead.',
  },
};
