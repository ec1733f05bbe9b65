import { expect, it } from '@jest/globals';
import { WorkerPause } from './worker-pause.js';

function createWorker() {
  const calls: string[] = [];
  const note = (call: string) => () => {
    calls.push(call);
    return Promise.resolve();
  };
  return { calls, pause: note('pause'), resume: note('resume') };
}
const away = new Error('away');

it('lets a worker continue if the dependency is available', async () => {
  const worker = createWorker();
  await new WorkerPause(() => Promise.resolve(), 1).whileAway(worker);
  expect(worker.calls).toEqual([]);
});

it('pauses a worker until the dependency is back, once for all failures', async () => {
  const worker = createWorker();
  let probes = 0;
  const pausing = new WorkerPause(() => (++probes < 4 ? Promise.reject(away) : Promise.resolve()), 1);
  await Promise.all([pausing.whileAway(worker), pausing.whileAway(worker)]);
  expect(worker.calls).toEqual(['pause', 'resume']);
  expect(probes).toBe(4);
});

it('ends without resuming when it is stopped', async () => {
  const worker = createWorker();
  const pausing = new WorkerPause(() => {
    if (worker.calls.length > 0) pausing.stop();
    return Promise.reject(away);
  }, 1);
  await pausing.whileAway(worker);
  expect(worker.calls).toEqual(['pause']);
  await pausing.whileAway(worker);
  expect(worker.calls).toEqual(['pause']);
});
