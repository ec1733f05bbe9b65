import type { IntegrationSource, IntegrationType } from '@desk/contracts';

/** Channels that agents can set up alone with this system's settings. */
export interface SelfServedChannels {
  readonly sms: boolean;
  readonly slack: boolean;
}

/**
 * Whether the team must hear of a request. Whoever asks on the Integrations page, beside the button to set the channel
 * up alone, wants help. A choice at sign-up needs help only if there is no such button.
 */
export const needsTeam = (
  {
    integrationType,
    source,
  }: { readonly integrationType: IntegrationType; readonly source: IntegrationSource },
  selfServed: SelfServedChannels,
): boolean => source === 'integrations-page' || integrationType === 'other' || !selfServed[integrationType];
