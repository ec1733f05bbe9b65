import { HttpClient, leadBody, PersonGenerator } from '@desk/tool-workload';
import type { Stack } from '@desk/tool-start';
import type { Clock } from '../load/clock.js';
import { closedLoop } from '../load/closed-loop.js';
import { openLoop } from '../load/open-loop.js';
import { type Sample, take } from '../load/sample.js';
import type { BenchOptions } from '../options.js';
import { startBareServer } from './bare-server.js';
import { createFloorDatabase } from './floor-database.js';
import { LineStatements } from './line-statements.js';

export interface Measured {
  readonly atRate: readonly Sample[];
  readonly saturated: readonly Sample[];
}

export interface Floors {
  /** The statements of a lead's whole way. */
  readonly statements: Measured;
  /** One insert behind HTTP. */
  readonly http: Measured;
}

const WARM_UP = 200;
const SATURATE_MS = 10_000;
const FLOOR_RATE_MS = 10_000;

type Call = (index: number, sample: Sample) => Promise<void>;

/** Both floors, on the server of the measured system and while that one is idle. */
export async function measureFloors(stack: Stack, options: BenchOptions, clock: Clock): Promise<Floors> {
  const database = await createFloorDatabase(stack, options.agents);
  try {
    const line = new LineStatements(database, () => clock.now());
    const persons = new PersonGenerator('floor');
    const statements = await measure(options, clock, (_index, sample) => line.sell(persons.next(), sample));
    return { statements, http: await measureHttp(stack, options, clock) };
  } finally {
    await database.close();
  }
}

async function measureHttp(stack: Stack, options: BenchOptions, clock: Clock): Promise<Measured> {
  const url = new URL(stack.urls.database);
  url.pathname = '/desk_floor';
  const server = await startBareServer('bare-endpoint', { DATABASE_URL: url.href });
  const client = new HttpClient(server.url);
  const persons = new PersonGenerator('bare');
  try {
    return await measure(options, clock, async (_index, sample) => {
      const body = JSON.stringify(leadBody(persons.next()));
      const headers = { 'content-type': 'application/json' };
      const { status } = await client.send({ method: 'POST', path: '/', headers, body });
      if (status !== 201) throw new Error(`status ${status}`);
      sample.acceptedAt = clock.now();
    });
  } finally {
    client.close();
    await server.close();
  }
}

async function measure(options: BenchOptions, clock: Clock, call: Call): Promise<Measured> {
  const { rate, seconds, concurrency, agents } = options;
  let next = 0;
  const into = (samples: Sample[]) => (_index: number, dueAt: number) => {
    const index = next;
    next += 1;
    return take(samples, dueAt, (sample) => call(index, sample));
  };
  await closedLoop({ concurrency: 4, forMs: 5_000, most: WARM_UP, clock }, into([]));
  const atRate: Sample[] = [];
  const count = Math.min(rate * seconds, (rate * FLOOR_RATE_MS) / 1_000);
  await openLoop({ count, ratePerSecond: rate, clock }, into(atRate));
  const saturated: Sample[] = [];
  const most = agents * 1_000 - next - concurrency;
  if (options.saturate) await closedLoop({ concurrency, forMs: SATURATE_MS, most, clock }, into(saturated));
  return { atRate, saturated };
}
