import { describe, expect, it } from '@jest/globals';
import { readSidebarState, buildSidebarCookie } from './sidebar-state';

describe('sidebar state', () => {
  it('round-trips through the cookie', () => {
    for (const isHttps of [true, false])
      for (const isExpanded of [true, false]) {
        const [cookie] = buildSidebarCookie(isExpanded, isHttps).split(';');
        expect(readSidebarState(`other=1; ${cookie}`, isHttps)).toBe(isExpanded);
      }
  });

  it('is expanded without a cookie', () => {
    expect(readSidebarState('', false)).toBe(true);
    expect(readSidebarState('not-desk-sidebar=collapsed', false)).toBe(true);
  });

  it('is bound to this host over https', () => {
    expect(buildSidebarCookie(false, true)).toMatch(/^__Host-desk-sidebar=collapsed; Path=\/; .*; Secure$/);
    expect(buildSidebarCookie(false, false)).not.toContain('Secure');
    expect(readSidebarState('desk-sidebar=collapsed', true)).toBe(true);
  });

  it('is kept for seven days', () => {
    expect(buildSidebarCookie(false, false)).toContain('Max-Age=604800;');
  });
});
