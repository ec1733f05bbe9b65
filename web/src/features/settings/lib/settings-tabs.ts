const all = ['profile', 'billing', 'security'] as const;
export type SettingsTab = (typeof all)[number];

/** Admins buy no leads, so they have no card. */
export const tabsOf = ({ isAdmin }: { isAdmin: boolean }): readonly SettingsTab[] =>
  isAdmin ? all.filter((tab) => tab !== 'billing') : all;

/** What the address asks for, if there is such a tab for this person. */
export const chosenTab = (asked: string | null, tabs: readonly SettingsTab[]): SettingsTab =>
  tabs.find((tab) => tab === asked) ?? 'profile';
