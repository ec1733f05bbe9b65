import { type Clock, HttpClient, leadBody, openLoop, PersonGenerator } from '@desk/tool-workload';
import { startBareServer } from '../baseline/bare-server.js';
import { closedLoop, collectSample, type Sample } from '../load/load.js';
import type { BenchOptions } from '../options.js';
import type { TestSystem } from '../test-system.js';

export type Measured = Awaited<ReturnType<typeof measureBaseline>>;

const WARM_UP = { concurrency: 4, durationMs: 5_000, maxCalls: 200 };
const MAX_SECONDS = 10;

/**
 * Measures an HTTP endpoint that only inserts one row, on the measured system's PostgreSQL server. Call it while that
 * system is idle.
 */
export async function measureBaseline(
  testSystem: TestSystem,
  { rate, seconds, concurrency, saturate }: BenchOptions,
  clock: Clock,
) {
  const server = await startBareServer(testSystem.stack);
  const http = new HttpClient(server.url);
  const persons = new PersonGenerator('baseline');
  const collectInto = (samples: Sample[]) => (_index: number, dueAt: number) =>
    collectSample(samples, dueAt, async (sample) => {
      const { status } = await http.send({ method: 'POST', path: '/', body: leadBody(persons.next()) });
      if (status !== 201) throw new Error(`status ${status}`);
      sample.acceptedAt = clock.now();
    });
  const atRate: Sample[] = [];
  const saturated: Sample[] = [];
  try {
    await closedLoop({ ...WARM_UP, clock }, collectInto([]));
    const count = rate * Math.min(seconds, MAX_SECONDS);
    await openLoop({ count, ratePerSecond: rate, clock }, collectInto(atRate));
    if (saturate)
      await closedLoop(
        { concurrency, durationMs: MAX_SECONDS * 1_000, maxCalls: Infinity, clock },
        collectInto(saturated),
      );
    return { atRate, saturated };
  } finally {
    http.close();
    await server.close();
  }
}
