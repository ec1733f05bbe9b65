import pg from 'pg';
import { DataCipher } from '@desk/service-kit';
import { Clock } from '@desk/tool-workload';
import { collectSample, type Sample } from '../load/load.js';
import { describeMachine, LoadMeter } from '../machine.js';
import type { Scenario } from '../scenario.js';
import { buyerEmail, createTestSystem } from '../test-system.js';
import { openLists } from './calls.js';
import { insertBuyers, insertLeads, vacuumTables } from './fill.js';
import { type ListPhase, toReport } from './report.js';

const FEW_LEADS = 1_000;
const LIST_TIMEOUT_MS = 300_000;
const WARM_UP_REQUESTS = 10;

/**
 * Measures each list with many rows and with few. The requests alternate between two systems, because a shared machine
 * may be twice as fast a minute later.
 */
export const lists: Scenario = async ({ requests, rows }, onProgress) => {
  const systems: FilledSystem[] = [];
  try {
    for (const leads of [FEW_LEADS, rows]) {
      onProgress(`Starting a test system with ${leads.toLocaleString('en-US')} leads …`);
      systems.push(await startFilledSystem(leads));
    }
    onProgress(`${requests} requests for each of ${systems[0]?.calls.length ?? 0} lists in both systems …`);
    const loadMeter = new LoadMeter();
    const phases = await measure(systems, requests);
    return toReport({ machine: describeMachine(), load: loadMeter.end(), requests, phases });
  } finally {
    await Promise.all(systems.map(({ close }) => close()));
  }
};

type FilledSystem = Awaited<ReturnType<typeof startFilledSystem>>;

async function startFilledSystem(leads: number) {
  const testSystem = await createTestSystem({ agents: 2 });
  // A trigger of `buyers` uses its sequence without naming the schema.
  const options = '-c search_path=leads';
  const admin = new pg.Client({ connectionString: testSystem.stack.urls.database, options });
  try {
    await admin.connect();
    // Otherwise the waiting leads would be sold during the measurement.
    await admin.query('UPDATE leads.buyers SET service_enabled = false');
    const owners = { heavy: await findUserId(admin, 0), typical: await findUserId(admin, 1) };
    const cipher = new DataCipher(testSystem.stack.secrets.dataKeys['lead-router']);
    await insertBuyers(admin);
    await insertLeads(admin, cipher, 1, leads, owners);
    await vacuumTables(admin);
    const { calls, close } = await openLists(testSystem);
    return {
      leads,
      calls,
      async close() {
        close();
        await testSystem.close();
      },
    };
  } catch (error) {
    await testSystem.close();
    throw error;
  } finally {
    await admin.end();
  }
}

async function findUserId(admin: pg.Client, index: number): Promise<string> {
  const email = buyerEmail(index);
  const { rows } = await admin.query<{ id: string }>('SELECT id FROM accounts.users WHERE email = $1', [
    email,
  ]);
  if (!rows[0]) throw new Error(`user ${email} does not exist`);
  return rows[0].id;
}

async function measure(systems: readonly FilledSystem[], requests: number): Promise<ListPhase[]> {
  const clock = new Clock();
  const phases = systems.map(({ leads, calls }) => ({
    rows: leads,
    calls,
    samples: new Map<string, Sample[]>(),
  }));
  for (const name of systems[0]?.calls.map((call) => call.name) ?? []) {
    const targets = phases.map(({ calls, samples }) => {
      const call = calls.find((other) => other.name === name);
      if (!call) throw new Error(`one system has no list ${name}`);
      const ownSamples: Sample[] = [];
      samples.set(name, ownSamples);
      return { send: call.send, samples: ownSamples };
    });
    for (const { send } of targets)
      for (let index = 0; index < WARM_UP_REQUESTS; index += 1) await send(index);
    const deadline = clock.now() + LIST_TIMEOUT_MS;
    for (let index = 0; index < requests && clock.now() < deadline; index += 1)
      for (const { send, samples } of index % 2 === 0 ? targets : targets.toReversed())
        await collectSample(samples, clock.now(), async (sample) => {
          await send(index);
          sample.acceptedAt = clock.now();
        });
  }
  return phases;
}
