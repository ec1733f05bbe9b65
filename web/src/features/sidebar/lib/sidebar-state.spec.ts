import { describe, expect, it } from '@jest/globals';
import { readSidebarState, sidebarCookie } from './sidebar-state';

describe('sidebar state', () => {
  it('round-trips through the cookie', () => {
    for (const isExpanded of [true, false])
      expect(readSidebarState(`other=1; ${sidebarCookie(isExpanded).split(';')[0]}`)).toBe(isExpanded);
  });

  it('is expanded without a cookie', () => {
    expect(readSidebarState('')).toBe(true);
    expect(readSidebarState('not-desk-sidebar=collapsed')).toBe(true);
  });

  it('is kept for seven days', () => {
    expect(sidebarCookie(false)).toContain('Max-Age=604800;');
  });
});
