import type { DifferenceKind, ReconciledObject } from '@desk/contracts';
import type { PaymentPart } from '../provider/reconciliation-client.js';
import { toRefundState } from '../refunds/provider-refund-state.js';
import type { Finding } from './finding.js';

/** What we know of a refund or dispute. */
export interface RecordedPart {
  readonly providerId: string;
  readonly purchaseId: string;
  readonly status: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly changedAt: Date;
}

type Part = Exclude<ReconciledObject, 'payment'>;

const toOurStatus: Readonly<Record<Part, (status: string) => string>> = {
  refund: toRefundState,
  dispute: (status) => status,
};

/** A refund that moved no money matters to nobody. Every dispute does: evidence is due, and a buyer under review. */
const isWithoutEffect = (object: Part, status: string): boolean =>
  object === 'refund' && (status === 'failed' || status === 'canceled');

/**
 * Returns how the provider's refund or dispute and our record of it disagree, or undefined.
 * @param purchaseId the purchase whose payment it is about; null if it is not one of ours
 */
export function comparePart(
  object: Part,
  theirs: PaymentPart | undefined,
  ours: RecordedPart | undefined,
  purchaseId: string | null,
): Finding | undefined {
  const kind = findKind(object, theirs, ours);
  if (kind === undefined) return undefined;
  return {
    ...{ object, kind, providerId: theirs?.id ?? ours?.providerId ?? '' },
    purchaseId: ours?.purchaseId ?? purchaseId,
    ours: ours ? toSide(ours) : null,
    theirs: theirs ? toSide(theirs) : null,
  };
}

function findKind(
  object: Part,
  theirs: PaymentPart | undefined,
  ours: RecordedPart | undefined,
): DifferenceKind | undefined {
  if (!theirs) return ours && !isWithoutEffect(object, ours.status) ? 'missing-there' : undefined;
  const status = toOurStatus[object](theirs.status);
  if (!ours) return isWithoutEffect(object, status) ? undefined : 'missing-here';
  if (theirs.amountCents !== ours.amountCents || theirs.currency !== ours.currency) return 'amount';
  return status === ours.status ? undefined : 'status';
}

const toSide = ({
  status,
  amountCents,
  currency,
}: Pick<PaymentPart, 'status' | 'amountCents' | 'currency'>) => ({
  ...{ status, amountCents, refundedCents: null, currency },
});
