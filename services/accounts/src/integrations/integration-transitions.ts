import { defineTransitions, type IntegrationState } from '@desk/contracts';

/** A resolved request stays resolved. A user who still wants the integration requests it again. */
export const integrationTransitions = defineTransitions<IntegrationState>('integration request', {
  pending: ['completed', 'declined'],
  completed: [],
  declined: [],
});
