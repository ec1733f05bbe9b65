import { randomUUID } from 'node:crypto';
import { seedAgent } from '@desk/tool-start';
import {
  type APIRequestContext,
  expect,
  type Locator,
  type Page,
  request as requests,
} from '@playwright/test';
import { queryDatabase } from './database.js';
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

/** Cookies by email. Agents who are paused for many tests sign in only once. */
const sessions = new Map<string, Awaited<ReturnType<APIRequestContext['storageState']>>>();

async function setServiceEnabled(
  system: System,
  agent: { email: string; password: string },
  serviceEnabled: boolean,
): Promise<void> {
  const storageState = sessions.get(agent.email);
  const request = await requests.newContext(storageState ? { storageState } : {});
  if (!storageState) {
    await signIn(request, system, agent);
    sessions.set(agent.email, await request.storageState());
  }
  const data = { serviceEnabled };
  const answer = await request.patch(`${system.urls.web}/api/user/service-toggle`, { data });
  expect(answer.ok()).toBe(true);
  await request.dispose();
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
  const setSeeded = (serviceEnabled: boolean) =>
    Promise.all(seeded.map((agent) => setServiceEnabled(system, agent, serviceEnabled)));
  await setSeeded(false);
  try {
    if (card !== undefined) {
      const profile = { firstName: 'Vera', lastName: 'Volume', phone: '+15125550149', companyName: '' };
      const agent = { ...profile, email: volumeBuyer.email, dailyLeadLimit: 1_000, card };
      await seedAgent(agent, PASSWORD, system.urls, system.secrets.stripePublishableKey);
    }
    return await run();
  } finally {
    if (card !== undefined) await setServiceEnabled(system, volumeBuyer, false);
    await setSeeded(true);
  }
}

const INSERT_RUN = `
  INSERT INTO billing.reconciliation_runs (id, trigger, window_from, window_to, phase, payments, found, finished_at)
  VALUES ($1, 'command', now() - interval '3 days', now() - interval '1 hour', 'fees', 1234, 1, now())`;
const INSERT_DIFFERENCE = `
  INSERT INTO billing.reconciliation_differences (id, object, kind, provider_id, theirs, first_seen_at, opened_at,
                                                  last_seen_at, last_run_id)
  VALUES ($1::uuid, 'payment', 'missing-here', 'pi_' || $1,
          '{"status":"succeeded","amountCents":8000,"refundedCents":0,"currency":"usd"}', now(), now(), now(), $2)`;

/** Adds a run of the reconciliation that found one payment only at the card provider. Returns the difference's id. */
export async function addDifference(system: System): Promise<string> {
  const [runId, id] = [randomUUID(), randomUUID()];
  await queryDatabase(system, INSERT_RUN, [runId]);
  await queryDatabase(system, INSERT_DIFFERENCE, [id, runId]);
  return id;
}

interface AdminLead {
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
