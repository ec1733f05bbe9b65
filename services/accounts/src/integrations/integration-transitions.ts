import { defineTransitions, type IntegrationState, type IntegrationType } from '@desk/contracts';

/** A resolved request stays resolved. A user who still wants the integration requests it again. */
export const integrationTransitions = defineTransitions<IntegrationState>('integration request', {
  pending: ['completed', 'declined'],
  completed: [],
  declined: [],
});

/**
 * Whether an admin may mark a request as active. SMS and Slack become active with their channel, which the agent or an
 * admin sets up; a custom integration may use the emails that every agent gets, so only the team knows.
 */
export const canActivateByHand = (type: IntegrationType): boolean => type === 'other';
