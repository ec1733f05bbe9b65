import type { Source } from './source.js';

/**
 * "LeadConduit Standard" (https://github.com/activeprospect/leadconduit-integration-default) and "Custom", whose names the
 * flow's owner chooses.
 */
export const leadconduit: Source = {
  id: 'leadconduit',
  name: 'LeadConduit',
  signs: [['phone_1', 'price']],
  idempotencyKey: 'lead_id',
  answer: 'leadconduit',
  takesGet: true,
};
