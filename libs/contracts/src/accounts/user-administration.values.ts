/** What an admin can do to another account. Repetitions change nothing. */
export const accountActions = [
  'disable',
  'enable',
  'end-sessions',
  'reset-second-factor',
  'confirm-email',
] as const;
export type AccountAction = (typeof accountActions)[number];

/** Why an admin changed something, as the audit log keeps it. */
export const ADMIN_REASON_MAX = 500;
