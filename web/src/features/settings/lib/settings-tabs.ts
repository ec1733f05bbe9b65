const allTabs = ['profile', 'billing', 'security'] as const;
export type SettingsTab = (typeof allTabs)[number];

/** Admins buy no leads, so they have no card. */
export const listTabs = ({ isAdmin }: { isAdmin: boolean }): readonly SettingsTab[] =>
  isAdmin ? allTabs.filter((tab) => tab !== 'billing') : allTabs;

/** Returns the tab named in the URL if the user has it, else the profile. */
export const selectTab = (requested: string | null, tabs: readonly SettingsTab[]): SettingsTab =>
  tabs.find((tab) => tab === requested) ?? 'profile';
