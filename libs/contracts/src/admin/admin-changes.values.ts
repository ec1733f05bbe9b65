/** Kinds of data that can change while an admin's page shows them. */
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
