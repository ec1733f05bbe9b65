import { ADDRESS, type Source } from './source.js';

/** Webhooks of workflows. Undocumented; known from use. `location` is the account, not the person. */
export const gohighlevel: Source = {
  id: 'gohighlevel',
  name: 'GoHighLevel',
  recognizedBy: [
    ['customData', 'location'],
    ['contact_id', 'workflow'],
  ],
  envelope: ['contact_id', 'location', 'workflow', 'triggerData', 'user', 'calendar'],
  preferred: ['customData'],
  // They are about a visit, not about the consent.
  others: ['contact.attributionSource', 'contact.lastAttributionSource', 'attributionSource'],
  setUp: {
    group: 'CRM and automation',
    documentedAt: null,
    steps: [
      'Open **Automation > Workflows**, and a workflow that starts when your form is sent.',
      'Add the action **Webhook**, choose **POST** and paste the address.',
      'Under **Custom Data**, add what the contact has under a name of your own.',
      'Publish the workflow: in draft, it sends nothing.',
    ],
    screen: {
      title: 'Webhook',
      fields: { Method: '`POST`', URL: ADDRESS, 'Custom Data': '`lead_type`, `estimated_assets` and so on' },
    },
  },
};
