import { addressOf, type Source } from './source.js';

/** https://docs.leadcapture.io/article/315-leadbyte-integration */
export const leadbyte: Source = {
  id: 'leadbyte',
  name: 'LeadByte',
  recognizedBy: [['campid'], ['leads.campid']],
  wrappers: ['leads'],
  secrets: ['key'],
  envelope: ['returnjson'],
  tests: [{ at: 'testmode', values: ['yes'] }],
  takesGet: true,
  setUp: {
    group: 'Lead distribution',
    documentedAt: 'https://support.leadbyte.co.uk/hc/en-us/articles/213732163-Deliveries-Explained',
    steps: [
      'Under **Manage Deliveries**, click **Add New Delivery**.',
      'Choose your campaign, the trigger and the method, and paste the address.',
      'Add the fields of the lead.',
      'Test the delivery, then enable it.',
    ],
    screen: {
      title: 'Add New Delivery',
      fields: {
        'Delivery Name': 'any text',
        'Trigger Type': '`When lead arrives (automatic)`',
        Method: '`Direct Post`',
        URL: addressOf('leadbyte'),
      },
    },
  },
};
