import { rmSync } from 'node:fs';
import {
  describeSystem,
  launchStack,
  findFreePorts,
  type RunningSystem,
  seed,
  seedAgent,
  type Stack,
  createTemporaryStateDir,
} from '@desk/tool-start';
import { HttpClient } from '@desk/tool-workload';
import type { Credentials } from './sender.js';

export interface TestSystem {
  readonly system: RunningSystem;
  readonly credentials: Credentials;
  readonly services: Stack['services'];
  readonly close: () => Promise<void>;
}

const AGENT = 'hostile@example.com';
/** Its requests may end its session. */
const LEAVING_AGENT = 'leaving@example.com';
/** The honest funnel's leads are sold to agents that the attack does not reach. */
const DEFAULT_BUYERS = 8;

export interface TestSystemOptions {
  readonly signal: AbortSignal;
  readonly buyers?: number;
}

/** Starts a fresh system with buyers, an agent and an admin, both signed in. */
export async function startTestSystem({
  signal,
  buyers = DEFAULT_BUYERS,
}: TestSystemOptions): Promise<TestSystem> {
  const stateDir = createTemporaryStateDir('hostile');
  const launching = launchStack({
    stateDir,
    signal,
    ports: await findFreePorts(),
    // The limits would refuse most requests before the code that is to be tested.
    extraEnv: (name) => ({
      RATE_LIMIT_FACTOR: '1000',
      ...(name === 'gateway' ? { API_DOCS: 'open' } : {}),
    }),
  });
  const close = async (): Promise<void> => {
    await (await launching.catch(() => undefined))?.stop();
    rmSync(stateDir, { recursive: true, force: true });
  };
  try {
    const stack = await launching;
    const { signIns } = await seed(stack);
    for (let index = 0; index < buyers; index += 1) await signUp(stack, `buyer${index}@example.com`, index);
    // Channels and second factors need a confirmed address.
    await signUp(stack, AGENT, buyers, true);
    await signUp(stack, LEAVING_AGENT, buyers + 1, true);
    const admin = signIns.find(({ role }) => role === 'admin');
    if (!admin) throw new Error('The system was seeded without an admin.');
    const system = describeSystem(stack, {});
    const agentCookie = await signIn(stack, AGENT, stack.secrets.agentPassword);
    const leavingCookie = await signIn(stack, LEAVING_AGENT, stack.secrets.agentPassword);
    const adminCookie = await signIn(stack, admin.email, admin.password);
    const credentials: Credentials = {
      nobody: {},
      agent: { cookie: agentCookie },
      'leaving-agent': { cookie: leavingCookie },
      admin: { cookie: adminCookie },
      funnel: { 'x-funnel-key': system.funnelKey },
    };
    return { system, credentials, services: stack.services, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const signUp = (
  { urls, secrets }: Stack,
  email: string,
  index: number,
  confirmsEmail = false,
): Promise<void> =>
  seedAgent(
    {
      firstName: 'Buyer',
      lastName: `Number ${index}`,
      email,
      phone: `+1212555${String(1_300 + index)}`,
      companyName: '',
      dailyLeadLimit: 1_000,
      card: 'pm_card_visa',
    },
    secrets.agentPassword,
    urls,
    secrets.stripePublishableKey,
    { confirmsEmail },
  );

async function signIn({ urls }: Stack, email: string, password: string): Promise<string> {
  const http = new HttpClient(urls.web);
  const { status, headers } = await http.send({
    method: 'POST',
    path: '/api/auth/login',
    body: { email, password },
  });
  http.close();
  const cookie = headers['set-cookie']?.[0]?.split(';')[0];
  if (status !== 200 || cookie === undefined) throw new Error(`${email} could not sign in: status ${status}`);
  return cookie;
}
