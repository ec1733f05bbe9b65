import { describe, expect, it } from '@jest/globals';
import { chosenTab, tabsOf } from './settings-tabs';

describe('the tabs of the settings', () => {
  it('are those that concern the person', () => {
    expect(tabsOf({ isAdmin: false })).toEqual(['profile', 'billing', 'security']);
    expect(tabsOf({ isAdmin: true })).toEqual(['profile', 'security']);
  });

  it('begin with the profile, unless the address names another one that is there', () => {
    const tabs = tabsOf({ isAdmin: true });
    expect(chosenTab(null, tabs)).toBe('profile');
    expect(chosenTab('security', tabs)).toBe('security');
    expect(chosenTab('billing', tabs)).toBe('profile');
    expect(chosenTab('elsewhere', tabs)).toBe('profile');
  });
});
