import { rmSync } from 'node:fs';
import { describeSystem, launchStack, findFreePorts, seed, createTemporaryStateDir } from '@desk/tool-start';
import { HttpClient, seedBuyer } from '@desk/tool-workload';
import type { Credentials } from './sender.js';

export type TestSystem = Awaited<ReturnType<typeof startTestSystem>>;

const AGENT = 'hostile@example.com';
/** Ends all its own sessions. */
const LEAVING_AGENT = 'leaving@example.com';
/** Buyers of the honest funnel's leads. The attack does not use their accounts. */
const DEFAULT_BUYERS = 8;

export interface TestSystemOptions {
  readonly signal: AbortSignal;
  readonly buyers?: number;
}

/** Adds a private address to the first funnel. Returns its key. */
async function addAddress(http: HttpClient, headers: Readonly<Record<string, string>>): Promise<string> {
  const path = '/api/admin/funnels';
  const { body: list } = await http.send({ method: 'GET', path, headers });
  const [funnel] = (JSON.parse(list) as { funnels: readonly { id: string }[] }).funnels;
  if (!funnel) throw new Error('The system was seeded without a funnel.');
  const { body } = await http.send({
    method: 'POST',
    path: `${path}/${funnel.id}/keys`,
    headers,
    body: { kind: 'address' },
  });
  return (JSON.parse(body) as { key: string }).key;
}

/** Starts a fresh system with buyers, and signs in two agents and an admin. */
export async function startTestSystem({ signal, buyers = DEFAULT_BUYERS }: TestSystemOptions) {
  const stateDir = createTemporaryStateDir('hostile');
  const launching = launchStack({
    stateDir,
    signal,
    ports: await findFreePorts(),
    // The rate limits would refuse most requests before they reach the code under test.
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
    for (let index = 0; index < buyers; index += 1)
      await seedBuyer(stack, `buyer${index}@example.com`, index);
    // Channels and second factors need a confirmed email.
    await seedBuyer(stack, AGENT, buyers, true);
    await seedBuyer(stack, LEAVING_AGENT, buyers + 1, true);
    const admin = signIns.find(({ role }) => role === 'admin');
    if (!admin) throw new Error('The system was seeded without an admin.');
    const system = describeSystem(stack, {});
    const http = new HttpClient(system.webUrl);
    const { agentPassword } = stack.secrets;
    const credentials: Credentials = {
      nobody: {},
      agent: { cookie: await http.signIn(AGENT, agentPassword) },
      'leaving-agent': { cookie: await http.signIn(LEAVING_AGENT, agentPassword) },
      admin: { cookie: await http.signIn(admin.email, admin.password) },
      funnel: { 'x-funnel-key': system.funnelKey },
    };
    const addressKey = await addAddress(http, credentials.admin);
    http.close();
    return { system, credentials, addressKey, services: stack.services, close };
  } catch (error) {
    await close();
    throw error;
  }
}
