import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import { queryFirstRow } from './database.js';
import { addEligibleBuyer, signInAsNewAgent, signInAsOwner } from './helpers.js';
import { leadProfile } from './lead-profile.js';
import { expect, type System } from './system.js';

export const getServiceSwitch = (page: Page) =>
  page.getByRole('switch', { name: /^Service (Active|Paused)$/ });
export const getLimitField = (page: Page) => page.getByRole('spinbutton', { name: 'Daily Lead Limit' });
export const expectText = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();
export const expectLive = (page: Page) => expectText(page, 'Live');

/** Opens the dashboard and waits until it can be used. */
export async function openDashboard(page: Page, web: string): Promise<void> {
  await page.goto(`${web}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(getLimitField(page)).toBeEnabled();
}

/** Opens the dashboard and waits until it shows how many leads or samples there are. */
export async function openList(page: Page, { urls }: System, query = ''): Promise<void> {
  await page.goto(`${urls.web}/dashboard${query}`);
  await expect(page.getByText(/^Showing \d+ of \d+ leads$/)).toBeVisible();
}

const VISA = 'pm_card_visa';
const FIRST_NAMES = [
  'Rosalind',
  'Theodore',
  'Augusta',
  'Leopold',
  'Cordelia',
  'Ambrose',
  'Winifred',
  'Barnaby',
];
const MAX_REPEATED_POSTS = 5;
let postedCount = 0;

export interface PostedLead {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** In the displayed format, such as `(512) 555-0142`. */
  readonly phone: string;
  readonly certificateUrl: string;
}

/** Some US area codes in use. Leads with made-up ones are refused. */
const AREA_CODES = ['212', '305', '310', '312', '404', '415', '512', '602', '617', '702'];

interface PostOptions {
  /** By default, a key of the seeded funnel. */
  readonly funnelKey?: string;
  /** Sends a new TrustedForm certificate with each lead, because a certificate belongs to one person. */
  readonly hasCertificate?: boolean;
  /** Last digits of the phone number. They decide what the sandbox's lookup finds. */
  readonly phoneEnding?: string;
}

/** Sends a post. Repeats it after `Retry-After` when an overloaded system refuses it, as funnels do. */
export async function sendWhenAdmitted(send: () => Promise<APIResponse>): Promise<APIResponse> {
  let answer = await send();
  for (let repeats = 0; answer.status() === 503 && repeats < MAX_REPEATED_POSTS; repeats += 1) {
    await setTimeout(Number(answer.headers()['retry-after']) * 1_000);
    answer = await send();
  }
  return answer;
}

/** Posts this body with a funnel's key. */
export const postWithKey = (
  request: APIRequestContext,
  { urls }: { readonly urls: { readonly web: string } },
  funnelKey: string,
  data: object,
): Promise<APIResponse> =>
  sendWhenAdmitted(() =>
    request.post(`${urls.web}/api/ingest/leads`, { headers: { 'x-funnel-key': funnelKey }, data }),
  );

/** Posts a unique lead in the format of a funnel. */
export async function postLead(
  request: APIRequestContext,
  system: System,
  overrides: Record<string, unknown> = {},
  { funnelKey = system.seeded.funnelKey, phoneEnding = '42', hasCertificate = false }: PostOptions = {},
): Promise<PostedLead> {
  postedCount += 1;
  const first = FIRST_NAMES[postedCount % FIRST_NAMES.length] ?? '';
  const name = `${first} Achterberg${String.fromCharCode(97 + (postedCount % 26), 97 + (Math.floor(postedCount / 26) % 26))}`;
  const email = `lead-${Date.now()}-${postedCount}@example.com`;
  const area = AREA_CODES[postedCount % AREA_CODES.length] ?? '';
  // Counted, because two leads with the same phone number are duplicates.
  const subscriber = String(Math.floor(postedCount / AREA_CODES.length)).padStart(3, '0');
  const phone = `(${area}) 23${subscriber.slice(0, 1)}-${subscriber.slice(1)}${phoneEnding}`;
  const certificateUrl = `https://cert.trustedform.com/${randomBytes(20).toString('hex')}`;
  const body = {
    first_name: name.split(' ')[0],
    last_name: name.split(' ')[1],
    email,
    phone,
    ...leadProfile,
    ...(hasCertificate ? { trustedform_cert_url: certificateUrl } : {}),
    ...overrides,
  };
  const answer = await postWithKey(request, system, funnelKey, body);
  expect(answer.status(), await answer.text()).toBe(201);
  const { lead_id: id } = (await answer.json()) as { lead_id: string };
  return { id, name, email, phone, certificateUrl };
}

async function isSold(
  request: APIRequestContext,
  system: System,
  leadId: string,
  { funnelKey = system.seeded.funnelKey }: PostOptions,
): Promise<boolean> {
  const answer = await request.get(`${system.urls.web}/api/ingest/leads/${leadId}`, {
    headers: { 'x-funnel-key': funnelKey },
  });
  return ((await answer.json()) as { status: string }).status === 'sold';
}

/** Posts leads until one is sold to the agent signed in on this page: other agents are eligible too. */
export async function sellLead(
  page: Page,
  system: System,
  overrides: Record<string, unknown> = {},
  options: PostOptions = {},
): Promise<PostedLead> {
  const { request } = page;
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const lead = await postLead(request, system, overrides, options);
    await expect.poll(() => isSold(request, system, lead.id, options), { intervals: [50] }).toBe(true);
    const response = await request.get(`${system.urls.web}/api/leads/${lead.id}`);
    if (response.ok()) return lead;
  }
  throw new Error('No lead was sold to this agent');
}

export async function openLead(page: Page, { urls }: System, lead: PostedLead): Promise<void> {
  await page.goto(`${urls.web}/leads/${lead.id}`);
  await expect(page.getByRole('heading', { level: 1, name: lead.name })).toBeVisible();
}

/** Changes the agent's lead as if from another window. */
export async function updateLead(
  page: Page,
  { urls }: { readonly urls: { readonly web: string } },
  { id }: PostedLead,
  change: object,
): Promise<void> {
  const url = `${urls.web}/api/leads/${id}`;
  const { version } = (await (await page.request.get(url)).json()) as { version: number };
  const answer = await page.request.patch(url, { data: { version, ...change } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Sells the leads that other tests left waiting, so that a new buyer gets none of them. */
export async function sellWaitingLeads(system: System): Promise<void> {
  const countWaiting = async (): Promise<number> => {
    const sql = "SELECT count(*)::int AS waiting FROM leads.leads WHERE status IN ('available', 'reserved')";
    return (await queryFirstRow<{ waiting: number }>(system, sql)).waiting;
  };
  if ((await countWaiting()) > 0) await addEligibleBuyer(system);
  await expect.poll(countWaiting).toBe(0);
}

/** Signs in on this page as a new agent with a card. */
export const signInAsNewBuyer = (page: Page, system: System, card: string = VISA) =>
  signInAsNewAgent(page, system, card);

export const signInAsOwnerWithCard = (page: Page, system: System, card: string = VISA) =>
  signInAsOwner(page, system, card);

/** Pauses the signed-in agent, so that it does not buy the leads of other tests. */
export async function pauseService({ request }: Pick<Page, 'request'>, { urls }: System): Promise<void> {
  await request.patch(`${urls.web}/api/user/service-toggle`, { data: { serviceEnabled: false } });
}

export const fetchDashboard = async (page: Page, system: System): Promise<Record<string, unknown>> =>
  (await (await page.request.get(`${system.urls.web}/api/dashboard`)).json()) as Record<string, unknown>;
