import { expect, test } from '@jest/globals';
import { type Listener, Listeners } from './listeners.js';

// Only identity matters here.
const listener = (userId: string, reader: object | null = {}): Listener =>
  ({ userId, sid: userId, reader }) as Listener;

test("replaces a user's oldest page from the eleventh on", () => {
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

test('forgets a user whose last page is closed', () => {
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

test('tells admins from agents', () => {
  const listeners = new Listeners();
  const [agent, admin] = [listener('agent'), listener('admin', null)];
  listeners.add(agent);
  listeners.add(admin);
  expect(listeners.buyerIds).toEqual(['agent']);
  expect(listeners.admins).toEqual([admin]);
  expect(listeners.all).toEqual([agent, admin]);
});
