/** What is compared with the card provider. */
export const reconciledObjects = ['payment', 'refund', 'dispute'] as const;
export type ReconciledObject = (typeof reconciledObjects)[number];

/** How our record of an object and the card provider's can disagree. */
export const differenceKinds = [
  'missing-here',
  'missing-there',
  'amount',
  'status',
  'refunded-there-only',
  'refunded-here-only',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** `resolved`: a later run no longer found it. `acknowledged`: an admin knows why the records differ. */
export const differenceStates = ['open', 'acknowledged', 'resolved'] as const;
export type DifferenceState = (typeof differenceStates)[number];

export const runTriggers = ['schedule', 'admin', 'command'] as const;
export type RunTrigger = (typeof runTriggers)[number];

/** The steps of a run, in order: both directions of each object, then differences of earlier runs, then fees. */
export const runPhases = [
  'payments',
  'purchases',
  'refunds',
  'refund-rows',
  'disputes',
  'dispute-rows',
  'differences',
  'fees',
] as const;
export type RunPhase = (typeof runPhases)[number];

export const DIFFERENCE_NOTE_MAX = 1_000;
export const DIFFERENCES_PAGE_SIZE = 25;
export const LISTED_RUNS = 10;
