/** What admins' pages show that changes while they are open. */
export const adminChanges = [
  'leads',
  'funnels',
  'held-posts',
  'payments',
  'disputes',
  'reconciliation',
  'deliveries',
  'users',
  'requests',
  'problems',
  'failed-messages',
] as const;
export type AdminChange = (typeof adminChanges)[number];
