/** The groups of admins' pages in the sidebar, in this order. */
export const pageGroups = ['Market', 'People', 'Money', 'System'] as const;
export type PageGroup = (typeof pageGroups)[number];
