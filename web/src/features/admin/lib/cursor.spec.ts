import { describe, expect, it } from '@jest/globals';
import { nextInLink, readCursor, readTrail, withPage } from './cursor';

const cursor = (n: number) => `2026-01-05T14:30:00.00${n}Z,0191e1a0-0000-7000-8000-00000000000${n}`;

describe('a cursor', () => {
  it('is what the server gave, and nothing else', () => {
    expect(readCursor(cursor(1))).toBe(cursor(1));
    for (const other of [null, '', 'yesterday', `${cursor(1)}x`, "2026-01-05T14:30:00.000Z,' or 1=1"])
      expect(readCursor(other)).toBeNull();
  });
});

describe('the way back', () => {
  it('leads through every page that was seen', () => {
    const trail = withPage(withPage([], null), cursor(1));
    expect(trail).toEqual([null, cursor(1)]);
    expect(readTrail(trail)).toEqual(trail);
  });

  it('begins anew when the history holds something else', () => {
    for (const other of [undefined, null, 'x', { 0: cursor(1) }]) expect(readTrail(other)).toEqual([]);
    expect(readTrail([5, cursor(2)])).toEqual([null, cursor(2)]);
  });

  it('does not grow for ever', () => {
    let trail: readonly (string | null)[] = [];
    for (let page = 0; page < 600; page += 1) trail = withPage(trail, cursor(page % 9));
    expect(trail).toHaveLength(500);
  });
});

describe('the next page in a Link header', () => {
  it('is found by its relation', () => {
    const address = `/api/admin/payments?pageSize=25&before=${encodeURIComponent(cursor(3))}`;
    expect(nextInLink(`<${address}>; rel="next"`, 'before')).toBe(cursor(3));
    expect(nextInLink(`</first>; rel="first", <${address}>; rel=next`, 'before')).toBe(cursor(3));
  });

  it('is null when there is none', () => {
    expect(nextInLink(null, 'before')).toBeNull();
    expect(nextInLink('</x?before=1>; rel="prev"', 'before')).toBeNull();
    expect(nextInLink('</x?page=2>; rel="next"', 'before')).toBeNull();
  });
});
