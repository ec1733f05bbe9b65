import type { IntegrationRequest } from '@desk/contracts/accounts/accounts.schemas';
import type { IntegrationType } from '@desk/contracts/accounts/accounts.values';

export const findRequest = (
  type: IntegrationType,
  requests: readonly IntegrationRequest[],
): IntegrationRequest | undefined =>
  requests
    .filter(({ integrationType }) => integrationType === type)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0];

/** Describes a request's status, to be followed by the date it was reached. */
export function describeStatus({ status, createdAt, updatedAt }: IntegrationRequest): {
  label: string;
  at: string;
} {
  if (status === 'completed') return { label: 'Active since', at: updatedAt };
  if (status === 'declined') return { label: 'Declined on', at: updatedAt };
  return { label: 'Pending since', at: createdAt };
}
