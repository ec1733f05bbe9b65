/** The groups of admins' pages in the sidebar, in this order. */
export const pageGroups = { market: 'Market', people: 'People', money: 'Money', system: 'System' } as const;
export type PageGroup = keyof typeof pageGroups;
