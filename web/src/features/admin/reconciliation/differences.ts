import type { RecordSide } from '@desk/contracts/billing/reconciliation.schemas';
import type {
  DifferenceKind,
  DifferenceState,
  ReconciledObject,
  RunPhase,
  RunTrigger,
} from '@desk/contracts/billing/reconciliation.values';
import { formatAmount } from '@desk/contracts/format/price';

export const kindLabels: Readonly<Record<DifferenceKind, string>> = {
  'missing-here': 'Missing here',
  'missing-there': 'Missing at the card provider',
  amount: 'Amounts differ',
  status: 'States differ',
  'refunded-there-only': 'Refunded at the card provider only',
  'refunded-here-only': 'Refunded here only',
};

export const stateLabels: Readonly<Record<DifferenceState, string>> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
};

export const objectLabels: Readonly<Record<ReconciledObject, string>> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
};

export const triggerLabels: Readonly<Record<RunTrigger, string>> = {
  schedule: 'Scheduled',
  admin: 'By an admin',
  command: 'By command',
};

export const phaseLabels: Readonly<Record<RunPhase, string>> = {
  payments: "Reading the card provider's payments",
  purchases: 'Looking for our payments',
  refunds: "Reading the card provider's refunds",
  'refund-rows': 'Looking for our refunds',
  disputes: "Reading the card provider's disputes",
  'dispute-rows': 'Looking for our disputes',
  differences: 'Checking earlier differences again',
  fees: 'Reading fees',
};

/** 'succeeded, $80.00, $20.00 refunded', or 'Nothing'. */
export function describeSide(side: RecordSide): string {
  if (side === null) return 'Nothing';
  const amount = `${formatAmount(side.amountCents)}${side.currency === 'usd' ? '' : ` (${side.currency})`}`;
  const refunded = side.refundedCents ? [`${formatAmount(side.refundedCents)} refunded`] : [];
  return [side.status.replaceAll('_', ' '), amount, ...refunded].join(', ');
}
