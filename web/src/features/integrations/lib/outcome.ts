import type { IntegrationRequest } from '@desk/contracts/accounts/accounts.schemas';
import type { IntegrationType } from '@desk/contracts/accounts/accounts.values';

/** The one request of a type; should there be more, the newest. */
export const requestFor = (
  type: IntegrationType,
  requests: readonly IntegrationRequest[],
): IntegrationRequest | undefined =>
  requests
    .filter(({ integrationType }) => integrationType === type)
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt))[0];

/** What became of a request, in plain words, and when. */
export function outcomeOf({ status, createdAt, updatedAt }: IntegrationRequest): {
  label: string;
  at: string;
} {
  if (status === 'completed') return { label: 'Set up on', at: updatedAt };
  if (status === 'declined') return { label: 'Declined on', at: updatedAt };
  return { label: 'Pending since', at: createdAt };
}
