import { ADDRESS, type Source } from './source.js';

/** https://leads.leadexec.net/DocumentationV1 */
export const leadexec: Source = {
  id: 'leadexec',
  name: 'LeadExec',
  recognizedBy: [
    ['VID', 'LID'],
    ['leads.fields', 'leads.options'],
  ],
  wrappers: ['leads.fields', 'leads'],
  secrets: ['Password'],
  setUp: {
    group: 'Lead distribution',
    documentedAt: 'https://leadexechelp.clickpointsoftware.com/en/articles/6203484-webhook-url-endpoint-tab',
    steps: [
      'Open the client, and create a webhook as its **Delivery Method**.',
      'Fill in the tab **URL Endpoint**. JSON and XML are both read.',
      'On the tab **Field Mappings**, give each field of the lead our name.',
      'On the tab **Response Settings**, enter `accepted` for an accepted lead.',
    ],
    screen: {
      title: 'URL Endpoint',
      fields: {
        Method: '`POST`',
        'Production URL': ADDRESS,
        'Testing URL': 'the address of a funnel in test mode',
        'Content-Type': '`application/json`',
      },
    },
  },
};
