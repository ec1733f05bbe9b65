import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceRoles, urlForRole } from '@desk/service-kit';
import { AgentClient } from './agent-client.js';
import { ApiClient, ApiFailure } from './api-client.js';
import type { Stack } from './stack.js';

export interface SignIn {
  who: string;
  email: string;
  password: string;
}

export interface Seeded {
  signIns: readonly SignIn[];
  /** With which a lead can be posted. */
  funnelKey: string;
}

export interface SeedAgent {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly companyName: string;
  readonly dailyLeadLimit: number;
  /** One of the card provider's test cards. */
  readonly card: string;
  /** Shown behind the name when the card is special. */
  readonly note?: string;
}

const agents: readonly SeedAgent[] = [
  {
    firstName: 'Declan',
    lastName: 'Price',
    email: 'declan@example.com',
    phone: '+12125550104',
    companyName: '',
    dailyLeadLimit: 25,
    card: 'pm_card_chargeCustomerFail',
    note: 'his card declines',
  },
  {
    firstName: 'Grace',
    lastName: 'Hill',
    email: 'grace@example.com',
    phone: '+12125550101',
    companyName: 'Hill Retirement',
    dailyLeadLimit: 100,
    card: 'pm_card_visa',
  },
  {
    firstName: 'Omar',
    lastName: 'Reyes',
    email: 'omar@example.com',
    phone: '+12125550102',
    companyName: 'Reyes & Partners',
    dailyLeadLimit: 100,
    card: 'pm_card_mastercard',
  },
];

const admin = { email: 'admin@example.com', firstName: 'Avery', lastName: 'Admin' };

const run = promisify(execFile);

/**
 * Brings the first people into a fresh system, as a client of its public API; what is there already stays as it is.
 * People are only made beside the sandbox: a system with real keys gets no account with a password we know.
 */
export async function seed(stack: Stack): Promise<Seeded> {
  const { secrets, urls, sandbox } = stack;
  await cli(stack, 'lead-router', 'cli/funnel-cli.js', ['create', 'Sample funnel'], {
    FUNNEL_KEY: secrets.funnelKey,
  });
  if (!sandbox) return { signIns: [], funnelKey: secrets.funnelKey };
  await cli(
    stack,
    'accounts',
    'cli/admin-cli.js',
    ['create', admin.email, '--first-name', admin.firstName, '--last-name', admin.lastName, '--if-missing'],
    { ADMIN_PASSWORD: secrets.adminPassword },
  );
  for (const agent of agents)
    await seedAgent(agent, secrets.agentPassword, urls, secrets.stripePublishableKey);
  return {
    signIns: [
      { who: 'Admin', email: admin.email, password: secrets.adminPassword },
      ...agents.map(({ firstName, lastName, email, note }) => ({
        who: `Agent ${firstName} ${lastName}${note === undefined ? '' : ` (${note})`}`,
        email,
        password: secrets.agentPassword,
      })),
    ],
    funnelKey: secrets.funnelKey,
  };
}

/** Signs the agent up, saves the card and sets the daily limit through the public API. Skips what is already done. */
export async function seedAgent(
  agent: SeedAgent,
  password: string,
  urls: { web: string; sandbox: string },
  publishableKey: string,
): Promise<void> {
  const { card, dailyLeadLimit, note: _note, ...profile } = agent;
  const client = new AgentClient(new ApiClient(urls.web), { sandboxUrl: urls.sandbox, publishableKey });
  try {
    await client.register(profile, password);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'EMAIL_TAKEN') throw error;
    await client.signIn(agent.email, password);
  }
  const account = await client.getAccount();
  if (!account.stripePaymentMethodId) await client.saveCard(card);
  if (account.dailyLeadLimit !== dailyLeadLimit) await client.setDailyLimit(dailyLeadLimit);
}

/** A service's own command, with that service's role in the database. */
async function cli(
  { urls, secrets }: Stack,
  service: 'accounts' | 'lead-router',
  file: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  const path = fileURLToPath(new URL(`../../../services/${service}/dist/${file}`, import.meta.url));
  const database = urlForRole(urls.database, serviceRoles[service].runtimeRole, secrets.databasePasswords);
  await run(process.execPath, [path, ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: database, ...env },
  });
}
