import { afterEach, expect, jest, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { PeriodicTasks, TaskDefinition } from '../periodic-tasks.js';
import { startFolding } from './start-folding.js';

afterEach(() => {
  jest.useRealTimers();
});

test('ends a run after three seconds, and continues in the next', async () => {
  jest.useFakeTimers();
  let waiting = 43_000;
  const query = (_fold: string, [batch = 0]: readonly number[]) => {
    jest.advanceTimersByTime(1_000);
    const folded = Math.min(batch, waiting);
    waiting -= folded;
    return Promise.resolve([{ folded }]);
  };
  const started: TaskDefinition[] = [];
  const tasks = { start: (task: TaskDefinition) => started.push(task) } as unknown as PeriodicTasks;
  startFolding(tasks, { query } as unknown as DataSource, 'counts', 'SELECT fold_changes($1) AS folded');
  const left: number[] = [];
  for (let runs = 0; runs < 3; runs += 1) {
    await started[0]?.run();
    left.push(waiting);
  }
  expect(left).toEqual([28_000, 13_000, 0]);
});
