import type { DifferenceKind, PurchaseState } from '@desk/contracts';
import type { ProviderPayment } from '../provider/reconciliation-client.js';
import type { Finding } from './finding.js';

/** What we know of a payment. */
export interface RecordedPayment {
  readonly id: string;
  readonly intentId: string;
  readonly status: PurchaseState;
  readonly amountCents: number;
  /** In refunds that the provider has and that did not fail. */
  readonly refundedCents: number;
  readonly currency: string;
  /** A bank gave the buyer the money, which is no refund. */
  readonly hasLostDispute: boolean;
  readonly changedAt: Date;
}

const isPaid = ({ status }: RecordedPayment): boolean => status === 'succeeded' || status === 'refunded';

/**
 * Returns how the provider's payment and our purchase disagree, or undefined. Without a succeeded payment on either side
 * no money moved, so nothing else counts.
 */
export function comparePayment(
  theirs: ProviderPayment | undefined,
  ours: RecordedPayment | undefined,
): Finding | undefined {
  const kind = findKind(theirs, ours);
  if (kind === undefined) return undefined;
  return {
    ...{ object: 'payment', kind, providerId: theirs?.id ?? ours?.intentId ?? '' },
    purchaseId: ours?.id ?? theirs?.purchaseId ?? null,
    ours: ours ? toSide(ours) : null,
    theirs: theirs ? toSide(theirs) : null,
  };
}

function findKind(
  theirs: ProviderPayment | undefined,
  ours: RecordedPayment | undefined,
): DifferenceKind | undefined {
  const isCharged = theirs?.status === 'succeeded';
  if (!ours) return isCharged ? 'missing-here' : undefined;
  if (!theirs) return isPaid(ours) ? 'missing-there' : undefined;
  if (isCharged !== isPaid(ours)) return 'status';
  if (!isCharged) return undefined;
  if (theirs.amountCents !== ours.amountCents || theirs.currency !== ours.currency) return 'amount';
  return findRefundKind(theirs, ours);
}

function findRefundKind(theirs: ProviderPayment, ours: RecordedPayment): DifferenceKind | undefined {
  if (theirs.refundedCents > ours.refundedCents) return 'refunded-there-only';
  if (theirs.refundedCents < ours.refundedCents) return 'refunded-here-only';
  const isGivenBack = ours.refundedCents >= ours.amountCents || ours.hasLostDispute;
  return ours.status === 'refunded' && !isGivenBack ? 'refunded-here-only' : undefined;
}

const toSide = ({
  status,
  amountCents,
  refundedCents,
  currency,
}: Pick<ProviderPayment, 'status' | 'amountCents' | 'refundedCents' | 'currency'>) => ({
  ...{ status, amountCents, refundedCents, currency },
});
