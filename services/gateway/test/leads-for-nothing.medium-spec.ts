import { randomUUID } from 'node:crypto';
import { REMOVED } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Fixture } from './fixture.js';
import { type Agent, TestSystem } from './test-system.js';

interface Lead {
  readonly id: string;
  readonly email: string;
  readonly deliveries?: readonly { readonly id: string; readonly status: string }[];
}

const LEADS_PER_ROUND = 6;
const DOMAIN = `free-annuities-${randomUUID().slice(0, 8)}.com`;

let system: TestSystem;
let fixture: Fixture;
let agents: readonly Agent[];
/** Leads that one of the accounts ever saw with contact data. */
const read = new Set<string>();

beforeAll(async () => {
  system = await TestSystem.start();
  fixture = await Fixture.create(system);
  agents = await Promise.all(['ann', 'bob', 'cat'].map((name) => signUp(`${name}@${DOMAIN}`)));
});
afterAll(() => system.stop());

/** One person: the same phone number, card and mail server, which keeps our emails waiting and then refuses them. */
async function signUp(email: string): Promise<Agent> {
  const agent = await system.registerAgent(email);
  for (const rule of [{ kind: 'defer', times: 2 }, { kind: 'reject' }])
    await system.sandbox('faults', { target: 'smtp', match: { to: email }, ...rule });
  await system.saveCard(agent.browser);
  return agent;
}

const note = (leads: readonly Lead[]): void => {
  for (const { id, email } of leads) if (email !== REMOVED) read.add(id);
};
const list = async ({ browser }: Agent): Promise<readonly Lead[]> =>
  (await browser.get<{ leads: readonly Lead[] }>('/api/leads')).body.leads;
const open = async ({ browser }: Agent, leadId: string): Promise<Lead> =>
  (await browser.get<Lead>(`/api/leads/${leadId}`)).body;
const exportRows = async ({ browser, password }: Agent): Promise<readonly string[]> => {
  await browser.post('/api/auth/reauthenticate', { password });
  return (await browser.get<string>('/api/leads/export')).body.split('\r\n').slice(1, -1);
};
const sold = ({ id }: Agent) =>
  system.query<{ leadId: string }>(
    'lead-router',
    'SELECT lead_id AS "leadId" FROM sold_leads WHERE buyer_id = $1',
    [id],
  );

/** What a freeloader does while deliveries are tried. Requests that are refused change nothing. */
const acts: Readonly<Record<string, (agent: Agent) => Promise<unknown>>> = {
  list: async (agent) => note(await list(agent)),
  page: async (agent) => {
    const [lead] = await sold(agent);
    if (lead) note([await open(agent, lead.leadId)]);
  },
  export: async (agent) => {
    for (const row of await exportRows(agent)) {
      const [, email = ''] = row.split(',');
      note([{ id: row.slice(-36), email }]);
    }
  },
  resend: async (agent) => {
    const [lead] = await sold(agent);
    if (!lead) return;
    const page = await open(agent, lead.leadId);
    note([page]);
    for (const { id, status } of page.deliveries ?? [])
      if (status === 'failed') await agent.browser.post(`/api/deliveries/${id}/resend`);
  },
  resume: ({ browser }) => browser.patch('/api/user/service-toggle', { serviceEnabled: true }),
};
const orders: readonly (readonly string[])[] = [
  ['resume'],
  ['resume', 'list', 'page', 'export', 'resend'],
  ['resend', 'resume', 'export'],
  ['page', 'resume', 'resend', 'list'],
];

/** Waits until every delivery has ended, and every refund with it. */
const settle = () =>
  eventually(async () => {
    const open = await Promise.all([
      system.query('notifier', "SELECT 1 FROM deliveries WHERE status = 'queued'"),
      system.query('billing', "SELECT 1 FROM refunds WHERE status IN ('requested', 'pending')"),
      // One statement: between two, a reserved lead could be sold and be seen by neither.
      system.query(
        'lead-router',
        `SELECT 1 FROM leads WHERE status = 'reserved' UNION ALL
         SELECT 1 FROM sold_leads WHERE delivered_at IS NULL AND seen_at IS NULL AND refunded_at IS NULL`,
      ),
    ]);
    expect(open.map((rows) => rows.length)).toEqual([0, 0, 0]);
  });

it('gives a person with three accounts no readable lead that was not paid for', async () => {
  for (const order of orders) {
    const posts = Array.from({ length: LEADS_PER_ROUND }, () => fixture.postLead());
    await Promise.all(
      agents.map(async (agent) => {
        for (const act of order) await acts[act]?.(agent);
      }),
    );
    await Promise.all(posts);
    await settle();
  }

  const refunded = await system.query<{ leadId: string; buyerId: string }>(
    'billing',
    `SELECT lead_id AS "leadId", user_id AS "buyerId" FROM purchases WHERE status = 'refunded'`,
  );
  expect(refunded.length).toBeGreaterThan(0);
  expect(refunded.filter(({ leadId }) => read.has(leadId))).toEqual([]);
  for (const { leadId, buyerId } of refunded) {
    const agent = agents.find(({ id }) => id === buyerId)!;
    expect(await open(agent, leadId)).toMatchObject({ email: REMOVED, isContactWithheld: true });
    expect((await list(agent)).filter(({ id, email }) => id === leadId && email !== REMOVED)).toEqual([]);
    expect((await exportRows(agent)).filter((row) => row.endsWith(leadId) && row.includes('@'))).toEqual([]);
  }
  expect(
    await system.query(
      'lead-router',
      'SELECT 1 FROM lead_offers WHERE undelivered_leads >= undelivered_allowance',
    ),
  ).toEqual([]);
});

it('lets none of the accounts resume by itself after three pauses of any of them', async () => {
  const [{ pauses } = { pauses: 0 }] = await system.query<{ pauses: number }>(
    'lead-router',
    'SELECT max(cardinality(delivery_pauses)) AS pauses FROM buyers',
  );
  for (let count = pauses; count < 3; count += 1) {
    await acts['resume']?.(agents[count % agents.length]!);
    await fixture.postLead();
    await settle();
  }
  for (const { browser } of agents) {
    await browser.patch('/api/user/service-toggle', { serviceEnabled: false });
    expect(await browser.patch('/api/user/service-toggle', { serviceEnabled: true })).toMatchObject({
      body: { code: 'RESUMPTION_NEEDS_ADMIN' },
    });
  }
});
