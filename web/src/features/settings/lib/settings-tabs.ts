import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';

const allTabs = ['profile', 'billing', 'filters', 'notifications', 'security'] as const;
export type SettingsTab = (typeof allTabs)[number];
const agentTabs: readonly SettingsTab[] = ['billing', 'filters', 'notifications'];

/** Admins buy no leads, so they have no tabs about leads. A user who must set up a second factor can do nothing else. */
export const listTabs = ({
  isAdmin,
  secondFactorRequired = false,
}: Pick<CurrentUser, 'isAdmin' | 'secondFactorRequired'>): readonly SettingsTab[] =>
  secondFactorRequired ? ['security'] : isAdmin ? allTabs.filter((tab) => !agentTabs.includes(tab)) : allTabs;

/** Returns the tab named in the URL if the user has it, else the first one. */
export const selectTab = (requested: string | null, tabs: readonly SettingsTab[]): SettingsTab =>
  tabs.find((tab) => tab === requested) ?? tabs[0] ?? 'profile';
