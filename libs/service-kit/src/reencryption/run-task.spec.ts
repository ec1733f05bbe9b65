import { expect, test } from '@jest/globals';
import type { BatchResult } from './reencryption.js';
import { runTask } from './run-task.js';

const batch = (next: BatchResult['next'], converted = 0): BatchResult => ({ converted, next, failures: [] });

/** Fails when more batches are run than listed. */
function runOf(...batches: BatchResult[]) {
  const left = [...batches];
  const runBatch = () => {
    const next = left.shift();
    return next ? Promise.resolve(next) : Promise.reject(new Error('one batch too many'));
  };
  return { left, run: (isStopping?: () => boolean) => runTask({ runBatch }, isStopping) };
}

test('begins passes until one finds nothing', async () => {
  const { run, left } = runOf(batch('more', 200), batch('again', 3), batch('more'), batch('completed'));
  expect(await run()).toEqual({ converted: 203, failures: [] });
  expect(left).toEqual([]);
});

test('ends after a pass that converted nothing: all that is left is in use or unreadable', async () => {
  const failure = { key: '1', error: new Error('no data key') };
  const { run, left } = runOf(batch('again', 3), batch('more'), { ...batch('again'), failures: [failure] });
  expect(await run()).toEqual({ converted: 3, failures: [failure] });
  expect(left).toEqual([]);
});

test('leaves a table to the copy that is at it', async () => {
  const { run } = runOf(batch('busy'));
  expect(await run()).toEqual({ converted: 0, failures: [] });
});

test('stops after the running batch at shutdown', async () => {
  const { run, left } = runOf(batch('more', 200), batch('more', 200));
  expect(await run(() => left.length === 1)).toMatchObject({ converted: 200 });
});
