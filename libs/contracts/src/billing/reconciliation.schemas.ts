import { type InferType, string } from 'yup';
import { cents, count, instant, oneOf, strictObject, uuid } from '../primitives.js';
import {
  DIFFERENCE_NOTE_MAX,
  differenceKinds,
  differenceStates,
  reconciledObjects,
  runPhases,
  runTriggers,
} from './reconciliation.values.js';

/** One side's record; null if it has none. */
export const recordSideSchema = strictObject({
  status: string().max(100).required(),
  amountCents: cents(),
  /** How much of a payment was given back; null for other objects. */
  refundedCents: cents().nullable(),
  currency: string().max(10).required(),
}).nullable();
export type RecordSide = InferType<typeof recordSideSchema>;

/** A disagreement between the card provider's record and ours. Ids and amounts only. */
export const differenceSchema = strictObject({
  id: uuid(),
  object: oneOf(reconciledObjects).required(),
  kind: oneOf(differenceKinds).required(),
  state: oneOf(differenceStates).required(),
  /** The provider's id of the payment, refund or dispute. */
  providerId: string().max(255).required(),
  /** Null if no purchase of ours belongs to it. */
  purchaseId: uuid().nullable(),
  ours: recordSideSchema,
  theirs: recordSideSchema,
  firstSeenAt: instant(),
  lastSeenAt: instant(),
  resolvedAt: instant().nullable(),
  acknowledgedAt: instant().nullable(),
  /** The admin. */
  acknowledgedBy: uuid().nullable(),
  note: string().max(DIFFERENCE_NOTE_MAX).nullable().defined(),
});
export type Difference = InferType<typeof differenceSchema>;

/** One comparison of a window with the card provider. */
export const reconciliationRunSchema = strictObject({
  id: uuid(),
  trigger: oneOf(runTriggers).required(),
  requestedAt: instant(),
  /** Null while it waits for a copy of the service to begin. */
  from: instant().nullable(),
  to: instant().nullable(),
  phase: oneOf(runPhases).required(),
  /** Compared so far, in both directions. */
  payments: count(),
  refunds: count(),
  disputes: count(),
  /** Differences that this run found, new or known. */
  found: count(),
  resolved: count(),
  /** Why the last attempt to continue failed; null if it did not. */
  failure: string().max(100).nullable().defined(),
  finishedAt: instant().nullable(),
});
export type ReconciliationRun = InferType<typeof reconciliationRunSchema>;
