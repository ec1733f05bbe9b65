import type { IntegrationState, IntegrationType, UserSort } from '@desk/contracts/accounts/accounts.values';
import type { LeadState } from '@desk/contracts/leads/leads.values';
import type { ChannelKind } from '@desk/contracts/notifications/notifications.values';

/** What admins read for each value of the API. Total, so that a new value cannot be forgotten. */
export const channelNames: Record<ChannelKind, string> = {
  email: 'Email',
  sms: 'SMS',
  slack: 'Slack',
  webhook: 'Webhook',
};

export const integrationNames: Record<IntegrationType, string> = {
  sms: 'SMS',
  slack: 'Slack',
  other: 'Other',
};

export const integrationStates: Record<IntegrationState, string> = {
  pending: 'Pending',
  completed: 'Completed',
  declined: 'Declined',
};

export const leadStates: Record<LeadState, string> = {
  available: 'Waiting',
  reserved: 'Reserved',
  sold: 'Sold',
  expired: 'Expired',
};

export const userSorts: Record<UserSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  email: 'Email',
  company: 'Company',
  limit: 'Daily limit',
  status: 'Status',
  role: 'Role',
};

export type Order = 'newest' | 'oldest';
export const orders: Record<Order, string> = { newest: 'Newest first', oldest: 'Oldest first' };

/** Whether text of the address bar is one of the known values. */
export const isOneOf = <T extends string>(values: Record<T, unknown>, given: string | null): given is T =>
  given !== null && Object.hasOwn(values, given);

export const keysOf = <T extends string>(values: Record<T, unknown>): T[] => Object.keys(values) as T[];

/** Null: nobody who is still known. */
export const nameOf = (person: { firstName: string; lastName: string } | null): string =>
  person === null ? 'an agent no longer known' : `${person.firstName} ${person.lastName}`.trim();
