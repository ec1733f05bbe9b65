import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceRoles, urlForRole } from '@desk/service-kit';
import { sampleAgents, seedAgent } from './sample-agents.js';
import type { SystemMode } from './environment-rules.js';
import type { Secrets } from './secrets.js';

export type SeedResult = Awaited<ReturnType<typeof seed>>;

export interface SeedTarget {
  readonly mode: SystemMode;
  readonly secrets: Pick<
    Secrets,
    'adminPassword' | 'agentPassword' | 'databasePasswords' | 'funnelKey' | 'stripePublishableKey'
  >;
  readonly urls: {
    readonly web: string;
    readonly sandbox: string;
    /** The role and its password are inserted. */
    readonly database: string;
  };
}

export const sampleAdmin = { email: 'admin@example.com', firstName: 'Avery', lastName: 'Admin' };

const execFileAsync = promisify(execFile);

/**
 * Creates a sample funnel and, if the sandbox runs, a sample admin and sample agents. Changes nothing that exists.
 * @throws in production, where known addresses and a known funnel key would be an open door
 */
export async function seed(target: SeedTarget) {
  const { mode, secrets, urls } = target;
  if (mode.nodeEnv === 'production') throw new Error('Nothing is seeded in production.');
  const { funnelKey, adminPassword, agentPassword, stripePublishableKey } = secrets;
  await runServiceCommand(target, 'lead-router', 'cli/funnel-cli.js', ['create', 'Sample funnel'], {
    FUNNEL_KEY: funnelKey,
  });
  if (!mode.usesSandbox) return { signIns: [], funnelKey };
  const { email, firstName, lastName } = sampleAdmin;
  const names = ['--first-name', firstName, '--last-name', lastName];
  await runServiceCommand(
    target,
    'accounts',
    'cli/admin-cli.js',
    ['create', email, ...names, '--if-missing'],
    { ADMIN_PASSWORD: adminPassword },
  );
  for (const agent of sampleAgents)
    await seedAgent(agent, agentPassword, urls, stripePublishableKey, { confirmsEmail: true });
  return { signIns: listSignIns(adminPassword, agentPassword), funnelKey };
}

function listSignIns(adminPassword: string, agentPassword: string) {
  return [
    { role: 'admin' as const, label: 'Admin', email: sampleAdmin.email, password: adminPassword },
    ...sampleAgents.map(({ firstName, lastName, email, remark }) => {
      const name = `Agent ${firstName} ${lastName}`;
      const label = remark === undefined ? name : `${name} (${remark})`;
      return { role: 'agent' as const, label, email, password: agentPassword };
    }),
  ];
}

/** Runs a service's command-line program with that service's database role. */
async function runServiceCommand(
  { mode, urls, secrets }: SeedTarget,
  service: 'accounts' | 'lead-router',
  file: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  const path = fileURLToPath(new URL(`../../../services/${service}/dist/${file}`, import.meta.url));
  const { runtimeRole } = serviceRoles[service];
  await execFileAsync(process.execPath, [path, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: mode.nodeEnv,
      ...(process.env.DATABASE_TLS && { DATABASE_TLS: process.env.DATABASE_TLS }),
      DATABASE_URL: urlForRole(urls.database, runtimeRole, secrets.databasePasswords),
      ...env,
    },
  });
}
