import type { DifferenceKind, ReconciledObject, RecordSide } from '@desk/contracts';

/** A disagreement between the provider's record and ours. */
export interface Finding {
  readonly object: ReconciledObject;
  readonly kind: DifferenceKind;
  readonly providerId: string;
  readonly purchaseId: string | null;
  readonly ours: RecordSide;
  readonly theirs: RecordSide;
}
