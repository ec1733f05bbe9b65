import { seedAgent } from '@desk/tool-start';
import {
  type APIRequestContext,
  expect,
  type Locator,
  type Page,
  request as requests,
} from '@playwright/test';
import { findAdmin, newEmail, PASSWORD, signIn } from './helpers.js';
import type { System } from './system.js';

export const signInAsAdmin = (page: Page, system: System): Promise<void> =>
  signIn(page.request, system, findAdmin(system));

/** A link in the sidebar, whatever count it shows. */
export const getDestination = (page: Page, name: string): Locator =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .filter({ has: page.getByText(name, { exact: true }) });

export const getRows = (page: Page, table: RegExp | string): Locator =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row');

/** Rows of a list that is a table on wide screens and a list on phones. */
export const getEntries = (page: Page, name: RegExp): Locator =>
  getRows(page, name).or(page.getByRole('list', { name }).getByRole('listitem'));

interface NewAgent {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly companyName?: string;
  readonly email?: string;
}

/** Creates an agent with a card and a daily limit of 7. `setUp` runs signed in as the agent. */
export async function createAgent(
  system: System,
  { email = newEmail(), companyName = '', ...profile }: NewAgent,
  setUp: (request: APIRequestContext) => Promise<void> = () => Promise.resolve(),
): Promise<{ id: string; email: string }> {
  await seedAgent(
    { ...profile, companyName, email, dailyLeadLimit: 7, card: 'pm_card_visa' },
    PASSWORD,
    system.urls,
    system.secrets.stripePublishableKey,
  );
  const request = await requests.newContext();
  await signIn(request, system, { email, password: PASSWORD });
  await setUp(request);
  const { id } = (await (await request.get(`${system.urls.web}/api/auth/user`)).json()) as { id: string };
  await request.dispose();
  return { id, email };
}

async function setServiceEnabled(
  system: System,
  agents: readonly { email: string; password: string }[],
  serviceEnabled: boolean,
): Promise<void> {
  for (const agent of agents) {
    const request = await requests.newContext();
    await signIn(request, system, agent);
    const answer = await request.patch(`${system.urls.web}/api/user/service-toggle`, {
      data: { serviceEnabled },
    });
    expect(answer.ok()).toBe(true);
    await request.dispose();
  }
}

/**
 * Pauses the seeded agents while `run` executes, so that they keep their daily slots for other tests. With `card`, a
 * new agent with a daily limit of 1,000 buys the leads instead.
 */
export async function withSeededAgentsPaused<Result>(
  system: System,
  run: () => Promise<Result>,
  card?: string,
): Promise<Result> {
  const seeded = system.seeded.signIns.filter(({ role }) => role === 'agent');
  const volumeBuyer = { email: newEmail(), password: PASSWORD };
  await setServiceEnabled(system, seeded, false);
  try {
    if (card !== undefined) {
      const profile = { firstName: 'Vera', lastName: 'Volume', phone: '+15125550149', companyName: '' };
      const agent = { ...profile, email: volumeBuyer.email, dailyLeadLimit: 1_000, card };
      await seedAgent(agent, PASSWORD, system.urls, system.secrets.stripePublishableKey);
    }
    return await run();
  } finally {
    await setServiceEnabled(system, card === undefined ? [] : [volumeBuyer], false);
    await setServiceEnabled(system, seeded, true);
  }
}

export interface AdminLead {
  readonly status: string;
  readonly buyer: { readonly firstName: string } | null;
  readonly offers: readonly {
    readonly status: string;
    readonly buyer: { readonly firstName: string } | null;
  }[];
}

export const fetchAdminLead = async (
  request: APIRequestContext,
  system: System,
  id: string,
): Promise<AdminLead> =>
  (await (await request.get(`${system.urls.web}/api/admin/leads/${id}`)).json()) as AdminLead;
