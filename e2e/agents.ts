import type { APIRequestContext, Page } from '@playwright/test';
import { asNewAgent } from './people.js';
import { expect, type System } from './system.js';

const VISA = 'pm_card_visa';
const names = ['Rosalind', 'Theodore', 'Augusta', 'Leopold', 'Cordelia', 'Ambrose', 'Winifred', 'Barnaby'];
let posted = 0;

export interface PostedLead {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** As people write it. */
  readonly phone: string;
}

/** A lead that nobody else has posted, in a funnel's words. */
export async function postLead(
  request: APIRequestContext,
  system: System,
  change: Record<string, unknown> = {},
): Promise<PostedLead> {
  posted += 1;
  const first = names[posted % names.length] ?? '';
  const name = `${first} Achterberg${String.fromCharCode(97 + (posted % 26), 97 + (Math.floor(posted / 26) % 26))}`;
  const email = `lead-${Date.now()}-${posted}@example.com`;
  const line = String(Date.now() % 1_000_000).padStart(6, '0');
  const phone = `(${300 + (posted % 500)}) 2${line.slice(0, 2)}-${line.slice(2)}`;
  const answer = await request.post(`${system.urls.web}/api/ingest/leads`, {
    headers: { 'x-funnel-key': system.seeded.funnelKey },
    data: {
      first_name: name.split(' ')[0],
      last_name: name.split(' ')[1],
      email,
      phone,
      state: 'TX',
      zip: '78701',
      age: 67,
      estimated_assets: '$250K-$500K',
      purchase_timeline: '0-3 months',
      lead_type: 'Fixed',
      ...change,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { lead_id: id } = (await answer.json()) as { lead_id: string };
  return { id, name, email, phone };
}

async function isSold(request: APIRequestContext, system: System, leadId: string): Promise<boolean> {
  const answer = await request.get(`${system.urls.web}/api/ingest/leads/${leadId}`, {
    headers: { 'x-funnel-key': system.seeded.funnelKey },
  });
  return ((await answer.json()) as { status: string }).status === 'sold';
}

/** Other agents stand in line too: leads are posted until one is sold to the agent who is signed in on this page. */
export async function sellLead(
  page: Page,
  system: System,
  change: Record<string, unknown> = {},
): Promise<PostedLead> {
  const { request } = page;
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const lead = await postLead(request, system, change);
    await expect.poll(() => isSold(request, system, lead.id), { intervals: [50] }).toBe(true);
    const mine = await request.get(`${system.urls.web}/api/leads/${lead.id}`);
    if (mine.ok()) return lead;
  }
  throw new Error('no lead was sold to this agent');
}

/** A new agent with a card that pays, on this page. */
export const asBuyer = (page: Page, system: System, card: string = VISA) => asNewAgent(page, system, card);

/** Leaves the line, so that the leads of other tests go to their own agents. */
export async function leaveLine(page: Page, system: System): Promise<void> {
  await page.request.patch(`${system.urls.web}/api/user/service-toggle`, { data: { serviceEnabled: false } });
}

export const dashboardOf = async (page: Page, system: System): Promise<Record<string, unknown>> =>
  (await (await page.request.get(`${system.urls.web}/api/dashboard`)).json()) as Record<string, unknown>;
