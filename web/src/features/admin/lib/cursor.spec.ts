import { describe, expect, it } from '@jest/globals';
import { parseCursor, parseCursorHistory, parseNextLink, pushCursor } from './cursor';

const cursor = (n: number) => `2026-01-05T14:30:00.00${n}Z,0191e1a0-0000-7000-8000-00000000000${n}`;

describe('parseCursor', () => {
  it('accepts only what the server sends as a cursor', () => {
    expect(parseCursor(cursor(1))).toBe(cursor(1));
    const impossible = cursor(1).replace('2026-01-05', '2026-02-30');
    for (const other of [
      null,
      '',
      'yesterday',
      `${cursor(1)}x`,
      "2026-01-05T14:30:00.000Z,' or 1=1",
      impossible,
    ])
      expect(parseCursor(other)).toBeNull();
  });
});

describe('the cursor history', () => {
  it('keeps every page that was shown', () => {
    const history = pushCursor(pushCursor([], null), cursor(1));
    expect(history).toEqual([null, cursor(1)]);
    expect(parseCursorHistory(history)).toEqual(history);
  });

  it('ignores foreign history state', () => {
    for (const other of [undefined, null, 'x', { 0: cursor(1) }])
      expect(parseCursorHistory(other)).toEqual([]);
    expect(parseCursorHistory([5, cursor(2)])).toEqual([null, cursor(2)]);
  });

  it('has a maximum length', () => {
    let history: readonly (string | null)[] = [];
    for (let page = 0; page < 600; page += 1) history = pushCursor(history, cursor(page % 9));
    expect(history).toHaveLength(500);
  });
});

describe('parseNextLink', () => {
  it('finds the next page by its relation', () => {
    const url = `/api/admin/payments?pageSize=25&before=${encodeURIComponent(cursor(3))}`;
    expect(parseNextLink(`<${url}>; rel="next"`, 'before')).toBe(cursor(3));
    expect(parseNextLink(`</first>; rel="first", <${url}>; rel=next`, 'before')).toBe(cursor(3));
  });

  it('returns null without a next page', () => {
    expect(parseNextLink(null, 'before')).toBeNull();
    expect(parseNextLink('</x?before=1>; rel="prev"', 'before')).toBeNull();
    expect(parseNextLink('</x?page=2>; rel="next"', 'before')).toBeNull();
  });
});
