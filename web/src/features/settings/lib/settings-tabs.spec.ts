import { describe, expect, it } from '@jest/globals';
import { listTabs, selectTab } from './settings-tabs';

describe('settings tabs', () => {
  it('hides billing from admins', () => {
    expect(listTabs({ isAdmin: false })).toEqual(['profile', 'billing', 'security']);
    expect(listTabs({ isAdmin: true })).toEqual(['profile', 'security']);
  });

  it('selects the profile unless the URL names an available tab', () => {
    const tabs = listTabs({ isAdmin: true });
    expect(selectTab(null, tabs)).toBe('profile');
    expect(selectTab('security', tabs)).toBe('security');
    expect(selectTab('billing', tabs)).toBe('profile');
    expect(selectTab('elsewhere', tabs)).toBe('profile');
  });
});
