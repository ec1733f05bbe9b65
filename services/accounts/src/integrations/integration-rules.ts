import {
  defineTransitions,
  type IntegrationState,
  type IntegrationType,
  type PayloadOf,
  type userRegistered,
} from '@desk/contracts';

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

export type DeliveryChoices = NonNullable<PayloadOf<typeof userRegistered>['delivery']>;

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
