import { type FailureKind, failureKinds } from '@desk/contracts/messages/failed-messages.values';
import type { DeliveryState } from '@desk/contracts/notifications/deliveries.values';

export const deliveryStateLabels: Record<DeliveryState, string> = {
  failed: 'Failed',
  sent: 'Delivered',
  queued: 'On its way',
};

const failureKindLabels: Readonly<Record<FailureKind, string>> = {
  'handler-failed': 'The receiver could not process it',
  unreadable: 'The receiver could not read it',
  'process-lost': 'The receiver stopped while processing it',
};

/** Newer services may report kinds that this page does not know. */
export const describeFailureKind = (kind: string, fallback = kind): string =>
  failureKinds.some((known) => known === kind) ? failureKindLabels[kind as FailureKind] : fallback;
