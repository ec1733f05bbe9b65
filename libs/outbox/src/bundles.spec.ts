import { expect, test } from '@jest/globals';
import { MAX_BUNDLE_SIZE, toBundles } from './bundles.js';

const messages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `m${index}`, sealed: `s${index}` }));

test('a single message is an ordinary job', () => {
  expect(toBundles(messages(1), 'ack')).toEqual([{ id: 'm0', sealed: 's0', ackTo: 'ack' }]);
});

test('several messages share a job under the id of the first', () => {
  const [first, ...more] = messages(3);
  expect(toBundles(messages(3), 'ack')).toEqual([{ ...first, ackTo: 'ack', more }]);
});

test('a bundle has a maximum size, and no message is left out', () => {
  const jobs = toBundles(messages(2 * MAX_BUNDLE_SIZE + 1), 'ack');
  expect(jobs.map(({ more = [] }) => 1 + more.length)).toEqual([MAX_BUNDLE_SIZE, MAX_BUNDLE_SIZE, 1]);
  expect(jobs.flatMap(({ id, more = [] }) => [id, ...more.map((message) => message.id)])).toEqual(
    messages(2 * MAX_BUNDLE_SIZE + 1).map(({ id }) => id),
  );
});
