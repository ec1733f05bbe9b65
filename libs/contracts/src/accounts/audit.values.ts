/** What the gateway reports to the audit log. */
export const accessActions = [
  'personal-data-read',
  'data-exported',
  'access-refused',
  'cross-site-refused',
] as const;
export type AccessAction = (typeof accessActions)[number];

/** Records in one report. */
export const ACCESS_RECORDS_MAX = 100;

export const funnelKeyActions = ['funnel-key-created', 'funnel-key-revoked', 'funnel-key-deleted'] as const;
export type FunnelKeyAction = (typeof funnelKeyActions)[number];
