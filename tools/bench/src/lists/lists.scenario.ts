import pg from 'pg';
import { closedLoop } from '../load/closed-loop.js';
import { Clock } from '../load/clock.js';
import { type Sample, take } from '../load/sample.js';
import { describeMachine, Load } from '../machine.js';
import type { BenchOptions } from '../options.js';
import type { Report, Scenario } from '../scenarios.js';
import { buyerEmail, createWorld, type World } from '../world.js';
import { type ListCall, openLists } from './calls.js';
import { fillBuyers, fillLeads, type Owners, settleTables } from './fill.js';
import { type ListPhase, toReport } from './report.js';

type Say = (progress: string) => void;

const FEW = 1_000;
const ROUND_LIMIT_MS = 300_000;
const WARM_UP = 10;

/** What each list takes with many rows behind it, beside the same list with few. */
export const lists: Scenario = {
  async run(options: BenchOptions, say: Say): Promise<Report> {
    say('Starting a system …');
    const world = await createWorld(2);
    const admin = new pg.Client({ connectionString: world.stack.urls.database });
    try {
      await admin.connect();
      return await measureLists(world, admin, options, say);
    } finally {
      await admin.end();
      await world.close();
    }
  },
};

async function measureLists(
  world: World,
  admin: pg.Client,
  { requests, rows }: BenchOptions,
  say: Say,
): Promise<Report> {
  const owners = await pauseOwners(admin);
  const { calls, close } = await openLists(world);
  try {
    await fillBuyers(admin);
    const load = new Load();
    const phases: ListPhase[] = [];
    let filled = 0;
    for (const size of [FEW, rows]) {
      say(`Filling up to ${size.toLocaleString('en-US')} leads …`);
      await fillLeads(admin, filled + 1, size, owners);
      filled = size;
      await settleTables(admin);
      say(`${requests} requests of each of ${calls.length} lists …`);
      phases.push({ rows: size, samples: await measure(calls, requests) });
    }
    return toReport({ machine: describeMachine(), load: load.end(), requests, phases });
  } finally {
    close();
  }
}

/** Nobody buys while lists are measured: what waits shall wait. */
async function pauseOwners(admin: pg.Client): Promise<Owners> {
  await admin.query('UPDATE leads.buyers SET service_enabled = false, is_open = false');
  const idOf = async (email: string): Promise<string> => {
    const { rows } = await admin.query<{ id: string }>('SELECT id FROM accounts.users WHERE email = $1', [
      email,
    ]);
    if (!rows[0]) throw new Error(`${email} is not there`);
    return rows[0].id;
  };
  return { heavy: await idOf(buyerEmail(0)), typical: await idOf(buyerEmail(1)) };
}

async function measure(calls: readonly ListCall[], requests: number): Promise<Map<string, Sample[]>> {
  const clock = new Clock();
  const samples = new Map<string, Sample[]>();
  for (const { name, send } of calls) {
    for (let index = 0; index < WARM_UP; index += 1) await send(index);
    const taken: Sample[] = [];
    samples.set(name, taken);
    await closedLoop({ concurrency: 1, forMs: ROUND_LIMIT_MS, most: requests, clock }, (index, dueAt) =>
      take(taken, dueAt, async (sample) => {
        await send(index);
        sample.acceptedAt = clock.now();
      }),
    );
  }
  return samples;
}
