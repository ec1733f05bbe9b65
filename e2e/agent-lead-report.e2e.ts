import type { LeadOutcome } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { withSeededAgentsPaused } from './admin-helpers.js';
import { type PostedLead, postLead, sellWaitingLeads } from './agent-helpers.js';
import { queryDatabase, queryFirstRow } from './database.js';
import { signInAsNewAgent } from './helpers.js';
import { expect, type System, test } from './system.js';

const LIMIT = 2;
const STATES = ['TX'];
const TYPES = ['Fixed', 'Indexed'];

const labels: readonly (readonly [LeadOutcome, string])[] = [
  ['yours', 'Yours'],
  ['states', 'Other states'],
  ['leadTypes', 'Other lead types'],
  ['paused', 'Paused'],
  ['daily-limit', 'Daily limit'],
];

async function patch(page: Page, system: System, path: string, data: object): Promise<void> {
  const answer = await page.request.patch(`${system.urls.web}/api/user/${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Counts each outcome with a query of its own, which relies on the order of events in this test. */
async function countOutcomes(
  system: System,
  email: string,
  whilePaused: PostedLead,
): Promise<{ received: number; counts: Partial<Record<LeadOutcome, number>> }> {
  const count = async (condition: string, values: readonly unknown[] = []): Promise<number> => {
    const counted = await queryFirstRow<{ count: number }>(
      system,
      `SELECT count(*)::int AS count
         FROM leads.leads l
         JOIN leads.buyers b ON b.id = (SELECT id FROM accounts.users WHERE email = $1)
        WHERE l.created_at >= b.created_at AND l.created_at > now() - interval '7 days' AND ${condition}`,
      [email, ...values],
    );
    return counted.count;
  };
  const isOffered = 'EXISTS (SELECT 1 FROM leads.lead_offers o WHERE o.lead_id = l.id AND o.buyer_id = b.id)';
  const matches = 'l.state = ANY ($2::text[]) AND l.lead_type = ANY ($3::text[])';
  const wasPaused = 'l.id = $4';
  const values = [STATES, TYPES, whilePaused.id];
  return {
    received: await count('true'),
    counts: {
      yours: await count(isOffered),
      states: await count('NOT l.state = ANY ($2::text[])', [STATES]),
      leadTypes: await count('l.state = ANY ($2::text[]) AND NOT l.lead_type = ANY ($3::text[])', [
        STATES,
        TYPES,
      ]),
      paused: await count(`${matches} AND ${wasPaused} AND NOT ${isOffered}`, values),
      'daily-limit': await count(`${matches} AND NOT ${wasPaused} AND NOT ${isOffered}`, values),
    },
  };
}

test('explains why the agent did not get leads, with the counts of the database', async ({
  system,
  page,
}) => {
  await sellWaitingLeads(system);
  const { email } = await signInAsNewAgent(page, system, 'pm_card_visa');
  await withSeededAgentsPaused(system, async () => {
    // Buyers that other tests created would get some of the leads.
    const pauseOthers = `UPDATE leads.buyers SET service_enabled = false
                          WHERE is_eligible AND id <> (SELECT id FROM accounts.users WHERE email = $1)`;
    await queryDatabase(system, pauseOthers, [email]);
    const filters = {
      states: STATES,
      leadTypes: TYPES,
      assetBands: [],
      ageRanges: [],
      hours: [],
      weeklyBudgetCents: null,
      monthlyBudgetCents: null,
    };
    await patch(page, system, 'filters', filters);
    await patch(page, system, 'daily-limit', { dailyLeadLimit: LIMIT });
    for (let index = 0; index < LIMIT; index += 1) await postLead(page.request, system);
    await postLead(page.request, system);
    await postLead(page.request, system, { state: 'FL', zip: '33101' });
    await postLead(page.request, system, { state: 'FL', zip: '33101' });
    await postLead(page.request, system, { state: 'CA', zip: '90210' });
    await postLead(page.request, system, { lead_type: 'MYGA' });
    await postLead(page.request, system, { lead_type: 'MYGA' });
    await patch(page, system, 'service-toggle', { serviceEnabled: false });
    const whilePaused = await postLead(page.request, system);
    await patch(page, system, 'service-toggle', { serviceEnabled: true });

    const { received, counts } = await countOutcomes(system, email, whilePaused);
    expect(counts).toEqual({ yours: LIMIT, states: 3, leadTypes: 2, paused: 1, 'daily-limit': 1 });

    await page.goto(`${system.urls.web}/dashboard`);
    await page.getByRole('link', { name: 'See why' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why am I not getting leads?');
    await expect(page.getByText('leads came in the last 7 days')).toHaveText(
      new RegExp(`^${received} leads came in the last 7 days. ${received - 5} matched your filters.$`),
    );
    for (const [outcome, label] of labels) {
      const row = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
      await expect(row.getByRole('definition')).toHaveText(String(counts[outcome]));
    }
    const shown = await page.locator('dl').getByRole('definition').allTextContents();
    expect(shown.reduce((sum, text) => sum + Number(text), 0)).toBe(received);
    await expectAccessibleLayout(page);

    await page.getByRole('link', { name: 'Change filters' }).click();
    await expect(page.getByRole('tab', { name: 'Filters' })).toHaveAttribute('aria-selected', 'true');
    await patch(page, system, 'filters', { ...filters, states: [], leadTypes: [] });
    await page.goBack();
    await expect(page.getByText('leads came in the last 7 days')).toContainText(
      `${received} matched your filters.`,
    );
  });
});
