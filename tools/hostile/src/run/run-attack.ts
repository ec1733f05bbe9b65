import { type ApiDocument, listOperations, type Operation } from '../requests/api-document.js';
import { RequestGenerator } from '../requests/request-generator.js';
import { attack } from './attack.js';
import { RequestSender } from './sender.js';
import type { TestSystem } from './test-system.js';
import { FunnelClient, leadBody, openLoop, Clock, PersonGenerator } from '@desk/tool-workload';

export interface RunOptions {
  readonly requests: number;
  readonly seed: number;
  /** The id of the operation that gets all requests. By default, all operations take turns. */
  readonly operation?: string | undefined;
  readonly rate: number;
  /** Leads per second of the honest funnel. */
  readonly leads: number;
  /** Leads measured without an attack, half of them before and half after it. */
  readonly quietLeads: number;
  readonly onProgress: (message: string) => void;
}

export type RunResult = Awaited<ReturnType<typeof runAttack>>;

const WARM_UP_LEADS = 20;

export async function readOperations(webUrl: string): Promise<Operation[]> {
  const response = await fetch(`${webUrl}/api/docs-json`);
  if (!response.ok) throw new Error(`The API description answered ${response.status}.`);
  return listOperations((await response.json()) as ApiDocument);
}

/** Measures an honest funnel alone, then during the attack, then alone again. */
export async function runAttack({ system, credentials, addressKey }: TestSystem, options: RunOptions) {
  const { requests, seed, operation, rate, leads, quietLeads, onProgress } = options;
  const generator = new RequestGenerator(await readOperations(system.webUrl), seed, operation);
  const sender = new RequestSender(system.webUrl, credentials, addressKey);
  const funnel = new HonestFunnel(system.webUrl, system.funnelKey, seed);
  const postQuietly = (count: number): Promise<Posts> => funnel.post({ count, ratePerSecond: leads });
  try {
    onProgress('Measuring the honest funnel alone');
    await postQuietly(WARM_UP_LEADS);
    const before = await postQuietly(quietLeads / 2);
    onProgress(`Sending ${requests} hostile requests, seed ${seed}`);
    let isOver = false;
    const [underFire, result] = await Promise.all([
      funnel.post({ count: Infinity, ratePerSecond: leads, isOver: () => isOver }),
      attack({
        generator,
        sender,
        requests,
        rate,
        onProgress: (sent) => onProgress(`  ${sent} sent`),
      }).finally(() => (isOver = true)),
    ]);
    onProgress('Measuring the honest funnel alone');
    const after = await postQuietly(quietLeads / 2);
    return { attack: result, quiet: join(before, after), underFire };
  } finally {
    sender.close();
    funnel.close();
  }
}

const join = (one: Posts, other: Posts): Posts => ({
  latenciesMs: [...one.latenciesMs, ...other.latenciesMs],
  failures: [...one.failures, ...other.failures],
});

/** Posts each lead once, at a steady rate, and measures how long each takes from the moment it was due. */
class HonestFunnel {
  private readonly client: FunnelClient;
  private readonly persons: PersonGenerator;
  private readonly clock = new Clock();

  constructor(webUrl: string, funnelKey: string, seed: number) {
    this.client = new FunnelClient(webUrl, funnelKey);
    this.persons = new PersonGenerator(`hostile ${seed}`);
  }

  /** Returns latencies in milliseconds, and what went wrong. */
  async post(plan: Omit<Parameters<typeof openLoop>[0], 'clock'>): Promise<Posts> {
    const latenciesMs: number[] = [];
    const failures: string[] = [];
    await openLoop({ ...plan, clock: this.clock }, async (_index, dueAt) => {
      const { result, reason } = await this.client.post({
        body: JSON.stringify(leadBody(this.persons.next())),
      });
      if (result === 'accepted') latenciesMs.push(this.clock.now() - dueAt);
      else failures.push(`${result} ${reason ?? ''}`.trim());
    });
    return { latenciesMs, failures };
  }

  close(): void {
    this.client.close();
  }
}

interface Posts {
  readonly latenciesMs: readonly number[];
  readonly failures: readonly string[];
}
