import { ADDRESS, type Source } from './source.js';

/** Workflows (https://knowledge.hubspot.com/workflows/how-do-i-use-webhooks-with-hubspot-workflows) and forms. */
export const hubspot: Source = {
  id: 'hubspot',
  name: 'HubSpot',
  recognizedBy: [['properties', 'portal-id'], ['hs_object_id'], ['submittedAt', 'fields']],
  wrappers: ['properties', 'fields'],
  envelope: [
    ...['vid', 'canonical-vid', 'merged-vids', 'portal-id', 'is-contact', 'profile-url', 'profile-token'],
    ...['form-submissions', 'list-memberships', 'identity-profiles', 'merge-audits'],
    ...['submittedAt', 'context.hutk'],
  ],
  others: ['legalConsentOptions'],
  setUp: {
    group: 'CRM and automation',
    documentedAt: 'https://knowledge.hubspot.com/workflows/how-do-i-use-webhooks-with-hubspot-workflows',
    steps: [
      'Open **Automation > Workflows**, and a workflow that starts when your form is sent.',
      'Click **+** and choose **Send a webhook**.',
      'Choose **POST**, paste the address, and include the contact’s properties.',
      'Test the action, then turn the workflow on.',
    ],
    screen: { title: 'Send a webhook', fields: { Method: '`POST`', 'Webhook URL': ADDRESS } },
    onError: 'HubSpot does not repeat what we refuse. It repeats other failed requests for up to three days.',
  },
};
