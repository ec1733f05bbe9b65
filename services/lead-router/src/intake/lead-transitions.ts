import { defineTransitions, type LeadState } from '@desk/contracts';

export const leadTransitions = defineTransitions<LeadState>('lead', {
  available: ['reserved', 'expired'],
  reserved: ['sold', 'available'],
  sold: [],
  expired: [],
});
