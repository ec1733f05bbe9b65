import type { DisputeState } from '@desk/contracts';

/** Answers of the provider arrive in any order. A state never follows one of a higher rank. */
const RANKS: Readonly<Record<DisputeState, number>> = {
  warning_needs_response: 0,
  warning_under_review: 1,
  warning_closed: 2,
  // An inquiry can become a dispute.
  needs_response: 3,
  under_review: 4,
  prevented: 5,
  lost: 6,
  // A bank can reverse its decision in our favor.
  won: 7,
};

export const isDisputeState = (status: string): status is DisputeState => Object.hasOwn(RANKS, status);

export const mayFollow = (from: DisputeState, to: DisputeState): boolean => RANKS[to] >= RANKS[from];

export const isClosed = (state: DisputeState): boolean =>
  ['warning_closed', 'prevented', 'won', 'lost'].includes(state);

/** An inquiry takes no money yet. If it becomes a dispute, the money is withdrawn and a deadline begins. */
const isInquiry = (state: DisputeState): boolean => state.startsWith('warning_');

export const isEscalation = (from: DisputeState, to: DisputeState): boolean =>
  isInquiry(from) && !isInquiry(to);

/** The buyer has paid, as before the dispute. */
export const endsForUs = (state: DisputeState): boolean => state === 'won' || state === 'warning_closed';
