import { defineTransitions, type IntegrationState, type IntegrationType } from '@desk/contracts';

/** A resolved request stays resolved. A user who still wants the integration requests it again. */
export const integrationTransitions = defineTransitions<IntegrationState>('integration request', {
  pending: ['completed', 'declined'],
  completed: [],
  declined: [],
});

/**
 * Whether an admin may mark a request as active. SMS and Slack become active when the agent or an admin sets up their
 * channel. Only the team knows when a custom integration works, because it may use the emails that every agent gets.
 */
export const canActivateByHand = (type: IntegrationType): boolean => type === 'other';

export interface DeliveryChoices {
  readonly text: boolean;
  readonly slack: boolean;
  readonly other: string | null;
}

export interface ChosenIntegration {
  readonly integrationType: IntegrationType;
  /** What the person wrote under "Other". */
  readonly details: string | null;
}

/** Returns the integrations that the wizard's choices request. Email needs no request. */
export function listRequestedAtSignUp({ text, slack, other }: DeliveryChoices): ChosenIntegration[] {
  const details = other?.trim() ?? '';
  return [
    ...(text ? [{ integrationType: 'sms', details: null } as const] : []),
    ...(slack ? [{ integrationType: 'slack', details: null } as const] : []),
    ...(details === '' ? [] : [{ integrationType: 'other', details } as const]),
  ];
}
