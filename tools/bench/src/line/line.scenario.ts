import { HttpClient, leadBody, PersonGenerator } from '@desk/tool-workload';
import { verify } from '@desk/tool-verify';
import pg from 'pg';
import { type Floors, measureFloors } from '../floor/measure-floor.js';
import { Clock } from '../load/clock.js';
import { closedLoop } from '../load/closed-loop.js';
import { openLoop } from '../load/open-loop.js';
import { type Sample, take } from '../load/sample.js';
import { cpuMs, describeMachine, Load } from '../machine.js';
import { type BenchOptions, LEADS_PER_AGENT } from '../options.js';
import type { Report, Scenario } from '../scenarios.js';
import { createWorld, drain, type World } from '../world.js';
import { readMailTimes } from './mails.js';
import { type LineResult, toReport } from './report.js';
import { readSteps } from './steps.js';

const WARM_UP = 200;
const SATURATE_MS = 10_000;

/** The whole way of a lead, from the funnel's post to the mail server. */
export const line: Scenario = {
  async run(options: BenchOptions, say: (progress: string) => void): Promise<Report> {
    say('Starting a system …');
    const world = await createWorld(options.agents);
    const pool = new pg.Pool({ connectionString: world.system.verifyDatabaseUrl, max: 2 });
    try {
      return toReport(await measureLine({ world, pool, options, clock: new Clock(), say }));
    } finally {
      await pool.end();
      await world.close();
    }
  },
};

interface Setting {
  readonly world: World;
  readonly pool: pg.Pool;
  readonly options: BenchOptions;
  readonly clock: Clock;
  readonly say: (progress: string) => void;
}

async function measureLine(setting: Setting): Promise<LineResult> {
  const { world, pool, options, clock, say } = setting;
  const funnel = new Funnel(world, clock);
  const { rate, seconds, concurrency } = options;
  try {
    say('Warming up …');
    const warm: Sample[] = [];
    await closedLoop({ concurrency: 4, forMs: 30_000, most: WARM_UP, clock }, funnel.into(warm));
    await drain(world);

    say(`${rate} leads per second for ${seconds} s …`);
    const atRate: Sample[] = [];
    const load = new Load();
    const cpuBefore = cpuOf(world);
    await openLoop({ count: rate * seconds, ratePerSecond: rate, clock }, funnel.into(atRate));
    await drain(world);
    const atRateLoad = load.end();
    const cpuPerLead = perLead(cpuBefore, cpuOf(world), atRate.length);

    const saturated: Sample[] = [];
    const most = options.agents * LEADS_PER_AGENT - warm.length - atRate.length;
    if (options.saturate) {
      say(`As many as go, ${concurrency} at once …`);
      await closedLoop({ concurrency, forMs: SATURATE_MS, most, clock }, funnel.into(saturated));
      await drain(world);
    }
    await noteMails(world, pool, [...atRate, ...saturated]);
    const steps = await readSteps(pool, atRate);

    say('Checking the promises …');
    const acknowledged = [...warm, ...atRate, ...saturated].flatMap(({ leadId }) => leadId ?? []);
    const { stripe, verifyDatabaseUrl: databaseUrl } = world.system;
    const findings = await verify({ databaseUrl, stripe, acknowledged });

    say('Measuring the floors …');
    const floors: Floors = await measureFloors(world.stack, options, clock);
    return {
      options,
      machine: describeMachine(),
      load: atRateLoad,
      cpuPerLead,
      atRate,
      saturated,
      steps,
      floors,
      findings,
    };
  } finally {
    funnel.close();
  }
}

/** Posts people who are new to the system, each once. */
class Funnel {
  private readonly client: HttpClient;
  private readonly persons = new PersonGenerator('bench');

  constructor(
    private readonly world: World,
    private readonly clock: Clock,
  ) {
    this.client = new HttpClient(world.system.webUrl);
  }

  into(samples: Sample[]): (index: number, dueAt: number) => Promise<void> {
    return (_index, dueAt) => {
      const person = this.persons.next();
      return take(samples, dueAt, async (sample) => {
        const { status, body } = await this.client.send({
          method: 'POST',
          path: '/api/ingest/leads',
          headers: { 'content-type': 'application/json', 'x-funnel-key': this.world.system.funnelKey },
          body: JSON.stringify(leadBody(person)),
        });
        if (status !== 201) throw new Error(`status ${status}`);
        sample.acceptedAt = this.clock.now();
        sample.leadId = (JSON.parse(body) as { lead_id: string }).lead_id;
      });
    };
  }

  close(): void {
    this.client.close();
  }
}

async function noteMails({ system }: World, pool: pg.Pool, samples: readonly Sample[]): Promise<void> {
  const times = await readMailTimes(system.sandboxUrl, pool);
  for (const sample of samples) {
    const mailedAt = times.get(sample.leadId ?? '');
    if (mailedAt !== undefined) sample.mailedAt = mailedAt;
    else sample.error ??= 'no mail';
  }
}

const cpuOf = ({ stack }: World): Record<string, number> => {
  const processes = [...Object.values(stack.services), ...(stack.sandbox ? [stack.sandbox] : [])];
  return Object.fromEntries(
    processes.flatMap(({ name, pid }): [string, number][] => {
      const ms = cpuMs(pid);
      return ms === undefined ? [] : [[name, ms]];
    }),
  );
};

const perLead = (
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  leads: number,
): Record<string, number> =>
  Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / leads]));
