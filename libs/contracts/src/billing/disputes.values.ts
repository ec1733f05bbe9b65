/** The card provider's own states. `warning_…`: an inquiry, which withdraws no money. */
export const disputeStates = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'prevented',
  'won',
  'lost',
] as const;
export type DisputeState = (typeof disputeStates)[number];

/** More are not listed. Those that nobody reviewed come first, the oldest of them first. */
export const MAX_LISTED_DISPUTES = 200;
