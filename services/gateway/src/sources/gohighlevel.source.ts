import type { Source } from './source.js';

/** Webhooks of workflows, known from use. `location` is the account, not the person. */
export const gohighlevel: Source = {
  id: 'gohighlevel',
  name: 'GoHighLevel',
  signs: [
    ['customData', 'location'],
    ['contact_id', 'workflow'],
  ],
  envelope: ['contact_id', 'location', 'workflow', 'triggerData', 'user', 'calendar'],
  preferred: ['customData'],
  // They tell of a visit, not of the consent.
  others: ['contact.attributionSource', 'contact.lastAttributionSource', 'attributionSource'],
};
