import { expect, test } from '@jest/globals';
import { type Listener, Listeners } from './listeners.js';

// Only identity matters here.
const listener = (buyerId: string): Listener => ({ buyerId, sid: buyerId }) as Listener;

test("replaces a buyer's oldest page from the eleventh on", () => {
  const listeners = new Listeners();
  const other = listener('b');
  expect(listeners.add(other)).toBeUndefined();
  const pages = Array.from({ length: 12 }, () => listener('a'));
  expect(pages.map((page) => listeners.add(page))).toEqual([
    ...Array.from({ length: 10 }, () => undefined),
    pages[0],
    pages[1],
  ]);
  expect([...listeners.of('a')]).toEqual(pages.slice(2));
  expect(listeners.all).toHaveLength(11);
  expect(listeners.buyerIds).toEqual(['b', 'a']);
});

test('forgets a buyer whose last page is closed', () => {
  const listeners = new Listeners();
  const [one, two] = [listener('a'), listener('a')];
  listeners.add(one);
  listeners.add(two);
  listeners.remove(one);
  listeners.remove(one);
  expect(listeners.buyerIds).toEqual(['a']);
  listeners.remove(two);
  expect(listeners.buyerIds).toEqual([]);
  expect([...listeners.of('a')]).toEqual([]);
});
