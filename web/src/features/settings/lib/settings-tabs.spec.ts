import { describe, expect, it } from '@jest/globals';
import { listTabs, selectTab } from './settings-tabs';

describe('settings tabs', () => {
  it('hides the tabs about leads from admins', () => {
    expect(listTabs({ isAdmin: false })).toEqual([
      'profile',
      'billing',
      'filters',
      'notifications',
      'security',
    ]);
    expect(listTabs({ isAdmin: true })).toEqual(['profile', 'security']);
  });

  it('shows only security to users who must set up a second factor', () => {
    const tabs = listTabs({ isAdmin: true, secondFactorRequired: true });
    expect(tabs).toEqual(['security']);
    expect(selectTab(null, tabs)).toBe('security');
  });

  it('selects the profile unless the URL names an available tab', () => {
    const tabs = listTabs({ isAdmin: true });
    expect(selectTab(null, tabs)).toBe('profile');
    expect(selectTab('security', tabs)).toBe('security');
    expect(selectTab('billing', tabs)).toBe('profile');
    expect(selectTab('elsewhere', tabs)).toBe('profile');
  });
});
