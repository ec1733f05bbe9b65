import { describe, expect, it } from '@jest/globals';
import { choiceCookie, readChoice } from './sidebar-choice';

describe('the choice of the sidebar', () => {
  it('is read back as it was written', () => {
    for (const isExpanded of [true, false])
      expect(readChoice(`other=1; ${choiceCookie(isExpanded).split(';')[0]}`)).toBe(isExpanded);
  });

  it('is expanded while there is none', () => {
    expect(readChoice('')).toBe(true);
    expect(readChoice('not-desk-sidebar=collapsed')).toBe(true);
  });

  it('is kept for seven days', () => {
    expect(choiceCookie(false)).toContain('Max-Age=604800;');
  });
});
