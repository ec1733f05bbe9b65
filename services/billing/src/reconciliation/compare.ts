import type { DifferenceKind, PurchaseState, ReconciledObject, RecordSide } from '@desk/contracts';
import type { PaymentPart, ProviderPayment } from '../provider/reconciliation-client.js';
import { toRefundState } from '../refunds/refund-rules.js';

/** A disagreement between the provider's record and ours. */
export interface Finding {
  readonly object: ReconciledObject;
  readonly kind: DifferenceKind;
  readonly providerId: string;
  readonly purchaseId: string | null;
  readonly ours: RecordSide;
  readonly theirs: RecordSide;
}

/** What we know of a payment. */
export interface RecordedPayment {
  readonly id: string;
  readonly intentId: string;
  readonly status: PurchaseState;
  readonly amountCents: number;
  /** In refunds that the provider has and that did not fail. */
  readonly refundedCents: number;
  readonly currency: string;
  /** A bank gave the buyer the money, which is not a refund. */
  readonly hasLostDispute: boolean;
  readonly changedAt: Date;
}

const isPaid = ({ status }: RecordedPayment): boolean => status === 'succeeded' || status === 'refunded';

/**
 * Returns how the provider's payment and our purchase disagree, or undefined. Without a succeeded payment on either
 * side, no money moved, so nothing else counts.
 */
export function comparePayment(
  theirs: ProviderPayment | undefined,
  ours: RecordedPayment | undefined,
): Finding | undefined {
  const kind = findPaymentKind(theirs, ours);
  if (kind === undefined) return undefined;
  return {
    object: 'payment',
    kind,
    providerId: theirs?.id ?? ours?.intentId ?? '',
    purchaseId: ours?.id ?? theirs?.purchaseId ?? null,
    ours: ours ? toSide(ours) : null,
    theirs: theirs ? toSide(theirs) : null,
  };
}

function findPaymentKind(
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
  const isRefunded = ours.refundedCents >= ours.amountCents || ours.hasLostDispute;
  return ours.status === 'refunded' && !isRefunded ? 'refunded-here-only' : undefined;
}

/** What we know of a refund or dispute. */
export interface RecordedPart {
  readonly providerId: string;
  readonly purchaseId: string;
  readonly status: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly changedAt: Date;
}

export type PartObject = Exclude<ReconciledObject, 'payment'>;

const toOurStatus: Readonly<Record<PartObject, (status: string) => string>> = {
  refund: toRefundState,
  dispute: (status) => status,
};

/**
 * A refund that moved no money is irrelevant. Every dispute matters: evidence is due, and the buyer is under review.
 */
const isWithoutEffect = (object: PartObject, status: string): boolean =>
  object === 'refund' && (status === 'failed' || status === 'canceled');

/**
 * Returns how the provider's refund or dispute and our record of it disagree, or undefined.
 * @param purchaseId the purchase whose payment it is about; null if it is not one of ours
 */
export function comparePart(
  object: PartObject,
  theirs: PaymentPart | undefined,
  ours: RecordedPart | undefined,
  purchaseId: string | null,
): Finding | undefined {
  const kind = findPartKind(object, theirs, ours);
  if (kind === undefined) return undefined;
  return {
    object,
    kind,
    providerId: theirs?.id ?? ours?.providerId ?? '',
    purchaseId: ours?.purchaseId ?? purchaseId,
    ours: ours ? toSide(ours) : null,
    theirs: theirs ? toSide(theirs) : null,
  };
}

function findPartKind(
  object: PartObject,
  theirs: PaymentPart | undefined,
  ours: RecordedPart | undefined,
): DifferenceKind | undefined {
  if (!theirs) return ours && !isWithoutEffect(object, ours.status) ? 'missing-there' : undefined;
  const status = toOurStatus[object](theirs.status);
  if (!ours) return isWithoutEffect(object, status) ? undefined : 'missing-here';
  if (theirs.amountCents !== ours.amountCents || theirs.currency !== ours.currency) return 'amount';
  return status === ours.status ? undefined : 'status';
}

interface Sided {
  readonly status: string;
  readonly amountCents: number;
  readonly refundedCents?: number;
  readonly currency: string;
}

const toSide = ({ status, amountCents, refundedCents, currency }: Sided): RecordSide => ({
  status,
  amountCents,
  refundedCents: refundedCents ?? null,
  currency,
});
