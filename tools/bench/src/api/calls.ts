import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { toMessageKeys } from '@desk/tool-start';
import { HttpClient } from '@desk/tool-workload';
import pg from 'pg';
import { BASELINE_DATABASE } from '../baseline/baseline-database.js';
import { type BareServer, startBareServer } from '../baseline/bare-server.js';
import { sendOk, signIn } from '../load/send-ok.js';
import { buyerEmail, type TestSystem } from '../test-system.js';

/** What a bare endpoint does before it answers: RPCs one after the other, then commits. */
export const baselines = {
  bare: { rpcs: 0, commits: 0 },
  update: { rpcs: 0, commits: 1 },
  rpc: { rpcs: 1, commits: 0 },
  /** The current user: the session, and the settings that lead-router owns. */
  twoRpcs: { rpcs: 2, commits: 0 },
  /** The sign-in, which must count the attempt before the hash and create the session after it, and the settings. */
  loginBaseline: { rpcs: 2, commits: 2 },
  threeRpcs: { rpcs: 3, commits: 0 },
  /** The session, the number of the change, and the change itself. */
  toggleBaseline: { rpcs: 3, commits: 1 },
} as const;
export type Baseline = keyof typeof baselines;
const baselineNames = Object.keys(baselines) as Baseline[];

/**
 * What is measured: three API requests, the password hash of a sign-in, and the baselines. The toggle comes last, so
 * that the work it leaves behind slows down an API request and not a baseline.
 */
export const callNames = ['user', 'hash', 'login', ...baselineNames, 'toggle'] as const;
export type CallName = (typeof callNames)[number];

/** Makes the n-th call of its kind. Consecutive calls use different agents. */
export type Calls = Readonly<Record<CallName, (index: number) => Promise<unknown>>>;

export interface OpenCalls {
  readonly calls: Calls;
  close(): Promise<void>;
}

/** Equal to the cost in services/accounts. */
const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Signs the agents in and starts the bare endpoint. */
export async function openCalls(testSystem: TestSystem, agents: number): Promise<OpenCalls> {
  const http = new HttpClient(testSystem.system.webUrl);
  const password = testSystem.stack.secrets.agentPassword;
  const login = (index: number): Promise<string> => signIn(http, buyerEmail(index % agents), password);
  const cookies: string[] = [];
  for (let index = 0; index < agents; index += 1) cookies.push(await login(index));
  const cookieOf = (index: number): string => cookies[index % agents] ?? '';
  const storedHash = await hash(password, HASH_COST);
  const bareServer = await startBareApi(testSystem, agents);
  const bareHttp = new HttpClient(bareServer.url);
  return {
    calls: {
      user: (index) => sendOk(http, { method: 'GET', path: '/api/auth/user', cookie: cookieOf(index) }),
      login,
      toggle: (index) =>
        sendOk(http, {
          method: 'PATCH',
          path: '/api/user/service-toggle',
          // Alternates with each round over the agents, so that every request changes something.
          body: { serviceEnabled: Math.floor(index / agents) % 2 === 1 },
          cookie: cookieOf(index),
        }),
      hash: async () => {
        if (!(await verify(storedHash, password))) throw new Error('the password does not match its hash');
      },
      ...baselineCalls(bareHttp, agents),
    },
    close: async () => {
      http.close();
      bareHttp.close();
      await bareServer.close();
    },
  };
}

function baselineCalls(bareHttp: HttpClient, agents: number): Pick<Calls, Baseline> {
  const calls = Object.entries(baselines).map(([name, { rpcs, commits }]) => [
    name,
    (index: number) => sendOk(bareHttp, { method: 'GET', path: `/${rpcs}/${commits}/${index % agents}` }),
  ]);
  return Object.fromEntries(calls) as Pick<Calls, Baseline>;
}

/** Its table is in a second database of the same server. */
async function startBareApi({ stack }: TestSystem, agents: number): Promise<BareServer> {
  const { urls, secrets } = stack;
  const admin = new pg.Client({ connectionString: urls.database });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${BASELINE_DATABASE}`);
  await admin.end();
  const url = new URL(urls.database);
  url.pathname = `/${BASELINE_DATABASE}`;
  return startBareServer('bare-api', {
    DATABASE_URL: url.href,
    REDIS_URL: urls.redis,
    MESSAGE_KEYS: toMessageKeys(secrets, 'gateway'),
    KEY_HASH: createHash('sha256').update(secrets.funnelKey).digest('hex'),
    ROWS: String(agents),
  });
}
