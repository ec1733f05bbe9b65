import type { IntegrationType, PayloadOf, userRegistered } from '@desk/contracts';

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
