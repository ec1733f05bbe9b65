import { describe, expect, it } from '@jest/globals';
import {
  choice,
  cursor,
  day,
  loadedChoice,
  newestOrOldest,
  only,
  pageNumber,
  parseCursorHistory,
  pushCursor,
  search,
} from './list-params';

const cursorOf = (n: number) => `2026-01-05T14:30:00.00${n}Z,0191e1a0-0000-7000-8000-00000000000${n}`;

describe('a parameter of a list', () => {
  it('reads back what it writes, and leaves the initial value out of the URL', () => {
    const status = choice('Status', { a: 'A', b: 'B' }, { initial: 'a' });
    for (const value of ['a', 'b', null] as const) expect(status.parse(status.format(value))).toBe(value);
    expect(status.format('a')).toBeNull();
    expect(status.format(null)).toBe('all');
    expect(newestOrOldest.format('newest')).toBeNull();
    expect(newestOrOldest.parse('oldest')).toBe('oldest');
    expect(pageNumber(25).format(1)).toBeNull();
    expect(pageNumber(25).parse('7')).toBe(7);
  });

  it('reads anything unknown as the initial value', () => {
    const all = choice('Status', { a: 'A' });
    for (const text of [null, '', 'toString', '__proto__']) {
      expect(all.parse(text)).toBeNull();
      expect(newestOrOldest.parse(text)).toBe('newest');
      expect(pageNumber(25).parse(text)).toBe(1);
      expect(cursor.parse(text)).toBeNull();
      expect(only(() => null).parse(text)).toBeNull();
      expect(loadedChoice({ label: 'Funnel', useOptions: () => [], className: '' }).parse(text)).toBeNull();
    }
    for (const page of ['0', '-1', '1.5', '1e9', 'NaN']) expect(pageNumber(25).parse(page)).toBe(1);
  });

  it('restricts the list to what the page calls valid', () => {
    const tag = only(() => null, { isValid: (id) => id.startsWith('#'), isSearchable: true });
    expect(tag.parse('#new')).toBe('#new');
    expect(tag.parse('new')).toBeNull();
    expect(tag.isSearchable).toBe(true);
    expect(only(() => null).isSearchable).toBe(false);
  });

  it('limits the length of a search, and cleans it', () => {
    expect(search({ hint: '' }).parse('x'.repeat(10_000)).length).toBeLessThan(1_000);
    const digits = search({ hint: '' }, (text) => text.replaceAll(/\D/g, ''));
    expect(digits.parse('R-000042')).toBe('000042');
    expect(digits.format('none')).toBeNull();
  });

  it('accepts only days that exist, of this century', () => {
    const from = day();
    for (const text of ['2000-01-01', '2026-02-28', '2099-12-31']) {
      expect(from.parse(text)).toBe(text);
      expect(from.format(text)).toBe(text);
    }
    for (const text of [null, '', '2026-02-30', '2026-2-1', '0202-11-01', '1999-12-31', '2100-01-01'])
      expect(from.parse(text)).toBeNull();
    expect(from.format(null)).toBeNull();
  });

  it('accepts only what the server sends as a cursor', () => {
    expect(cursor.parse(cursorOf(1))).toBe(cursorOf(1));
    const impossible = cursorOf(1).replace('2026-01-05', '2026-02-30');
    for (const other of ['yesterday', `${cursorOf(1)}x`, "2026-01-05T14:30:00.000Z,' or 1=1", impossible])
      expect(cursor.parse(other)).toBeNull();
  });
});

describe('the cursor history', () => {
  it('keeps every page that was shown', () => {
    const history = pushCursor(pushCursor([], null), cursorOf(1));
    expect(history).toEqual([null, cursorOf(1)]);
    expect(parseCursorHistory(history)).toEqual(history);
  });

  it('ignores foreign history state', () => {
    for (const other of [undefined, null, 'x', { 0: cursorOf(1) }])
      expect(parseCursorHistory(other)).toEqual([]);
    expect(parseCursorHistory([5, cursorOf(2)])).toEqual([null, cursorOf(2)]);
  });

  it('has a maximum length', () => {
    let history: readonly (string | null)[] = [];
    for (let page = 0; page < 600; page += 1) history = pushCursor(history, cursorOf(page % 9));
    expect(history).toHaveLength(500);
  });
});
