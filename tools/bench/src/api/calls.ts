import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pg from 'pg';
import { type BareServer, startBareServer } from '../floor/bare-server.js';
import { buyerEmail, type World } from '../world.js';
import { KeepAlive } from './keep-alive.js';

/** What a bare endpoint does before it answers. */
export const floors = {
  bare: { rpcs: 0, commits: 0 },
  update: { rpcs: 0, commits: 1 },
  /** All that the current user takes. */
  rpc: { rpcs: 1, commits: 0 },
  /** A sign-in must count the try before the hash, and begin the session after it. */
  loginFloor: { rpcs: 1, commits: 2 },
  /** Session, change, and from there the lead-router. */
  rpcs: { rpcs: 3, commits: 0 },
  /** Lead-router's change, and around it what makes both agree again after a crash. */
  toggleFloor: { rpcs: 3, commits: 3 },
} as const;
export type Floor = keyof typeof floors;

/**
 * What is measured: three requests of ours, the hash that a sign-in checks, and the floors. The toggle is last:
 * whatever it leaves to be done afterwards then slows a request of ours down, not a floor.
 */
export const callNames = ['user', 'hash', 'login', ...(Object.keys(floors) as Floor[]), 'toggle'] as const;
export type CallName = (typeof callNames)[number];

/** The n-th call of its kind; calls that are next to each other are made for different agents. */
export type Calls = Readonly<Record<CallName, (index: number) => Promise<unknown>>>;

export interface OpenCalls {
  readonly calls: Calls;
  close(): Promise<void>;
}

/** As services/accounts hashes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Signs the agents in and starts the bare endpoints. */
export async function openCalls(world: World, agents: number): Promise<OpenCalls> {
  const api = new KeepAlive(world.system.webUrl);
  const password = world.stack.secrets.agentPassword;
  const login = (index: number): Promise<string | undefined> =>
    api.send({
      method: 'POST',
      path: '/api/auth/login',
      body: { email: buyerEmail(index % agents), password },
    });
  const cookies: (string | undefined)[] = [];
  for (let index = 0; index < agents; index += 1) cookies.push(await login(index));
  const stored = await hash(password, COST);
  const bareServer = await startBareApi(world, agents);
  const bare = new KeepAlive(bareServer.url);
  return {
    calls: {
      user: (index) => api.send({ method: 'GET', path: '/api/auth/user', ...of(cookies, index) }),
      login,
      toggle: (index) =>
        api.send({
          method: 'PATCH',
          path: '/api/user/service-toggle',
          // Each round over the agents sets what the round before did not.
          body: { serviceEnabled: Math.floor(index / agents) % 2 === 1 },
          ...of(cookies, index),
        }),
      hash: async () => {
        if (!(await verify(stored, password))) throw new Error('the hash does not fit');
      },
      ...floorCalls(bare, agents),
    },
    close: async () => {
      api.close();
      bare.close();
      await bareServer.close();
    },
  };
}

function floorCalls(bare: KeepAlive, agents: number): Pick<Calls, Floor> {
  const calls = Object.entries(floors).map(([name, { rpcs, commits }]) => [
    name,
    (index: number) => bare.send({ method: 'GET', path: `/${rpcs}/${commits}/${index % agents}` }),
  ]);
  return Object.fromEntries(calls) as Pick<Calls, Floor>;
}

function of(cookies: readonly (string | undefined)[], index: number): { cookie: string } {
  const cookie = cookies[index % cookies.length];
  if (cookie === undefined) throw new Error('an agent was not signed in');
  return { cookie };
}

/** Its table lies in a second database of the same server. */
async function startBareApi({ stack }: World, agents: number): Promise<BareServer> {
  const { urls, secrets } = stack;
  const admin = new pg.Client({ connectionString: urls.database });
  await admin.connect();
  await admin.query('CREATE DATABASE desk_floor');
  await admin.end();
  const url = new URL(urls.database);
  url.pathname = '/desk_floor';
  return startBareServer('bare-api', {
    DATABASE_URL: url.href,
    REDIS_URL: urls.redis,
    MESSAGE_KEYS: `k1:${secrets.messageKey}`,
    KEY_HASH: createHash('sha256').update(secrets.funnelKey).digest('hex'),
    ROWS: String(agents),
  });
}
