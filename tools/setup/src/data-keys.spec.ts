import { expect, test } from '@jest/globals';
import { generateDataKeys, isRotatingData, keepNewestDataKeys, rotateDataKeys } from './secrets.js';

const idsOf = (keys: string): string[] => keys.split(',').map((entry) => entry.split(':')[0] ?? '');

test('each service has keys of its own', () => {
  const { notifier, 'lead-router': router } = generateDataKeys();
  expect([idsOf(notifier), idsOf(router)]).toEqual([['d1'], ['d1']]);
  expect(notifier).not.toBe(router);
  expect(Buffer.from(notifier.split(':')[1] ?? '', 'base64')).toHaveLength(32);
});

test('a rotation puts a new key in front and keeps the older one until it is finished', () => {
  const before = generateDataKeys();
  const rotated = rotateDataKeys(before);
  expect(idsOf(rotated['lead-router'])).toEqual(['d2', 'd1']);
  expect(rotated.notifier.endsWith(before.notifier)).toBe(true);
  expect([isRotatingData(before), isRotatingData(rotated)]).toEqual([false, true]);
  expect(() => rotateDataKeys(rotated)).toThrow('run `npm run keys -- finish-data` first');
  expect(idsOf(rotateDataKeys(keepNewestDataKeys(rotated)).notifier)).toEqual(['d3', 'd2']);
});
