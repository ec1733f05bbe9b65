import pg from 'pg';
import { Clock } from '../load/clock.js';
import { type Sample, take } from '../load/sample.js';
import { describeMachine, Load } from '../machine.js';
import type { BenchOptions } from '../options.js';
import type { Report, Scenario } from '../scenarios.js';
import { buyerEmail, createWorld } from '../world.js';
import { type ListCall, openLists } from './calls.js';
import { fillBuyers, fillLeads, type Owners, settleTables } from './fill.js';
import { type ListPhase, toReport } from './report.js';

type Say = (progress: string) => void;

const FEW = 1_000;
const ROUND_LIMIT_MS = 300_000;
const WARM_UP = 10;

/**
 * What each list takes with many rows behind it, beside the same list with few. Two systems are asked in turn, because
 * a machine that others share may be twice as fast a minute later.
 */
export const lists: Scenario = {
  async run({ requests, rows }: BenchOptions, say: Say): Promise<Report> {
    const systems: Filled[] = [];
    try {
      for (const size of [FEW, rows]) {
        say(`Starting a system and filling it with ${size.toLocaleString('en-US')} leads …`);
        systems.push(await startFilled(size));
      }
      say(`${requests} requests of each of ${systems[0]?.calls.length ?? 0} lists to both …`);
      const load = new Load();
      const phases = await measure(systems, requests);
      return toReport({ machine: describeMachine(), load: load.end(), requests, phases });
    } finally {
      await Promise.all(systems.map(({ close }) => close()));
    }
  },
};

interface Filled {
  readonly size: number;
  readonly calls: readonly ListCall[];
  close(): Promise<void>;
}

async function startFilled(size: number): Promise<Filled> {
  const world = await createWorld(2);
  const admin = new pg.Client({ connectionString: world.stack.urls.database });
  try {
    await admin.connect();
    const owners = await pauseOwners(admin);
    await fillBuyers(admin);
    await fillLeads(admin, 1, size, owners);
    await settleTables(admin);
    const { calls, close } = await openLists(world);
    return {
      size,
      calls,
      async close() {
        close();
        await world.close();
      },
    };
  } catch (error) {
    await world.close();
    throw error;
  } finally {
    await admin.end();
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

async function measure(systems: readonly Filled[], requests: number): Promise<ListPhase[]> {
  const clock = new Clock();
  const phases = systems.map(({ size, calls }) => ({
    rows: size,
    calls,
    samples: new Map<string, Sample[]>(),
  }));
  for (const name of systems[0]?.calls.map((call) => call.name) ?? []) {
    const asked = phases.map(({ calls, samples }) => {
      const call = calls.find((one) => one.name === name);
      if (!call) throw new Error(`${name} is not asked for everywhere`);
      const taken: Sample[] = [];
      samples.set(name, taken);
      return { send: call.send, taken };
    });
    for (const { send } of asked) for (let index = 0; index < WARM_UP; index += 1) await send(index);
    const end = clock.now() + ROUND_LIMIT_MS;
    for (let index = 0; index < requests && clock.now() < end; index += 1)
      for (const { send, taken } of index % 2 === 0 ? asked : asked.toReversed())
        await take(taken, clock.now(), async (sample) => {
          await send(index);
          sample.acceptedAt = clock.now();
        });
  }
  return phases;
}
