import { type FailureKind, failureKinds } from '@desk/contracts/messages/failed-messages.values';
import type { IntegrationState, IntegrationType } from '@desk/contracts/accounts/accounts.values';
import type { DeliveryState } from '@desk/contracts/notifications/deliveries.values';
import type { LeadState } from '@desk/contracts/leads/leads.values';

export const integrationNames: Record<IntegrationType, string> = {
  sms: 'SMS',
  slack: 'Slack',
  other: 'Other',
};

export const integrationStateLabels: Record<IntegrationState, string> = {
  pending: 'Pending',
  completed: 'Active',
  declined: 'Declined',
};

export const deliveryStateLabels: Record<DeliveryState, string> = {
  failed: 'Failed',
  sent: 'Delivered',
  queued: 'On its way',
};

export const leadStateLabels: Record<LeadState, string> = {
  available: 'Waiting',
  reserved: 'Reserved',
  sold: 'Sold',
  expired: 'Expired',
};

const failureKindLabels: Readonly<Record<FailureKind, string>> = {
  'handler-failed': 'The receiver could not process it',
  unreadable: 'The receiver could not read it',
  'process-lost': 'The receiver stopped while processing it',
};

/** Newer services may report kinds that this page does not know. */
export const describeFailureKind = (kind: string, fallback = kind): string =>
  failureKinds.some((known) => known === kind) ? failureKindLabels[kind as FailureKind] : fallback;
