import type { Source } from './source.js';

/** Workflows (https://knowledge.hubspot.com/workflows/how-do-i-use-webhooks-with-hubspot-workflows) and forms. */
export const hubspot: Source = {
  id: 'hubspot',
  name: 'HubSpot',
  signs: [['properties', 'portal-id'], ['hs_object_id'], ['submittedAt', 'fields']],
  wrappers: ['properties', 'fields'],
  envelope: [
    ...['vid', 'canonical-vid', 'merged-vids', 'portal-id', 'is-contact', 'profile-url', 'profile-token'],
    ...['form-submissions', 'list-memberships', 'identity-profiles', 'merge-audits'],
    ...['submittedAt', 'context.hutk'],
  ],
  others: ['legalConsentOptions'],
};
