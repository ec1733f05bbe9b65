import { afterEach, describe, expect, it } from '@jest/globals';
import { PeriodicTask, type TaskRun } from './periodic-task.js';

function controlledWork() {
  const finishers: (() => void)[] = [];
  let running = 0;
  let mostAtOnce = 0;
  let notifyWaiter: (() => void) | undefined;
  return {
    run: async (): Promise<void> => {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await new Promise<void>((resolve) => {
        finishers.push(resolve);
        notifyWaiter?.();
      });
      running -= 1;
    },
    waitForStarts: (count: number): Promise<void> =>
      new Promise((resolve) => {
        notifyWaiter = () => {
          if (finishers.length >= count) resolve();
        };
        notifyWaiter();
      }),
    finish: (index: number): void => finishers[index]?.(),
    countStarts: () => finishers.length,
    mostAtOnce: () => mostAtOnce,
  };
}

describe('PeriodicTask', () => {
  const tasks: PeriodicTask[] = [];
  const create = (options: Partial<ConstructorParameters<typeof PeriodicTask>[0]> = {}) => {
    const task = new PeriodicTask({
      intervalMs: 1,
      run: () => Promise.resolve(),
      onRun: () => undefined,
      ...options,
    });
    tasks.push(task);
    return task;
  };
  afterEach(() => Promise.all(tasks.splice(0).map((task) => task.stop())));

  it('repeats, also after a failed run', async () => {
    const runs: TaskRun[] = [];
    await new Promise<void>((resolve) => {
      create({
        run: () => (runs.length === 0 ? Promise.reject(new Error('broken')) : Promise.resolve()),
        onRun: (run) => {
          runs.push(run);
          if (runs.length === 3) resolve();
        },
      }).start();
    });
    expect(runs.map(({ error }) => (error as Error | undefined)?.message)).toEqual([
      'broken',
      undefined,
      undefined,
    ]);
    for (const { durationMs } of runs) expect(durationMs).toBeGreaterThanOrEqual(0);
  });

  it('reports work that throws before it returns a promise', async () => {
    const runs: TaskRun[] = [];
    const task = create({
      run: () => {
        throw new Error('at once');
      },
      onRun: (run) => runs.push(run),
    });
    await task.runNow();
    expect(runs).toEqual([
      { durationMs: expect.any(Number) as unknown as number, error: new Error('at once') },
    ]);
  });

  it('never overlaps, and shares one extra run among callers that arrive during a run', async () => {
    const work = controlledWork();
    const task = create({ intervalMs: 60_000, run: work.run });
    expect(task.runningForMs).toBe(0);
    const first = task.runNow();
    await work.waitForStarts(1);
    expect(task.runningForMs).toBeGreaterThan(0);
    const extra = [task.runNow(), task.runNow(), task.runNow()];
    work.finish(0);
    await first;
    await work.waitForStarts(2);
    work.finish(1);
    await Promise.all(extra);
    expect(work.countStarts()).toBe(2);
    expect(work.mostAtOnce()).toBe(1);
  });

  it('waits for the run in progress when stopped, and starts no other', async () => {
    const work = controlledWork();
    const task = create({ run: work.run });
    void task.runNow();
    await work.waitForStarts(1);
    const extra = task.runNow();
    let isStopped = false;
    const stopping = task.stop().then(() => (isStopped = true));
    await Promise.resolve();
    expect(isStopped).toBe(false);
    work.finish(0);
    await stopping;
    await extra;
    await task.runNow();
    expect(work.countStarts()).toBe(1);
  });
});
