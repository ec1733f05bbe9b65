import { randomUUID } from 'node:crypto';
import {
  countMatchingLeads,
  type Filters,
  getEligibility,
  getFilters,
  getLeadReport,
  LEAD_PRICE_CENTS,
  setFilters,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Fixture, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';
import { noFilters } from './routing-model.js';

/** Two copies of the service. */
let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
afterEach(() => fixture.reset());

const caller = { address: '203.0.113.7', userAgent: 'test' };

async function change(buyerId: string, filters: Partial<Filters>): Promise<void> {
  const { changeNumber } = await fixture.client.send(getFilters, { buyerId });
  await fixture.client.send(setFilters, {
    buyerId,
    changeNumber,
    caller,
    filters: { ...noFilters, ...filters },
  });
}
const reasonOf = async (buyerId: string) => (await fixture.client.send(getEligibility, { buyerId })).reason;

describe('filters', () => {
  test('are kept as set, also when repeated, and never overridden by an older change', async () => {
    const buyerId = await fixture.addBuyer();
    const older = await fixture.client.send(getFilters, { buyerId });
    const filters: Filters = {
      ...noFilters,
      states: ['FL', 'TX'],
      hours: [{ day: 1, from: 540, to: 1_020 }],
      monthlyBudgetCents: 100_000,
    };
    const newer = await fixture.client.send(getFilters, { buyerId });
    const touching = [
      { day: 1, from: 540, to: 720 },
      { day: 1, from: 720, to: 1_020 },
    ];
    const request = {
      buyerId,
      changeNumber: newer.changeNumber,
      caller,
      filters: { ...filters, hours: touching },
    };
    await fixture.client.send(setFilters, request);
    await fixture.client.send(setFilters, request);
    expect((await fixture.client.send(getFilters, { buyerId })).filters).toEqual(filters);
    await expect(
      fixture.client.send(setFilters, { ...request, changeNumber: older.changeNumber, filters: noFilters }),
    ).rejects.toMatchObject({ code: 'SETTINGS_CHANGED' });
  });

  test('begin with the states chosen at sign-up, and can be changed from then on', async () => {
    const buyerId = await fixture.addBuyer({ states: ['FL', 'TX'] });
    const { filters } = await fixture.client.send(getFilters, { buyerId });
    expect(filters).toEqual({ ...noFilters, states: ['FL', 'TX'] });
    await change(buyerId, { states: ['NY'] });
    expect((await fixture.client.send(getFilters, { buyerId })).filters.states).toEqual(['NY']);
  });

  test('are not replaced by a form that was loaded before another change', async () => {
    const buyerId = await fixture.addBuyer();
    const { version } = await fixture.client.send(getFilters, { buyerId });
    const save = async (change: Partial<Filters>, seen = version) => {
      const { changeNumber } = await fixture.client.send(getFilters, { buyerId });
      const filters = { ...noFilters, ...change };
      return fixture.client.send(setFilters, { buyerId, changeNumber, caller, filters, version: seen });
    };
    const saved = await save({ states: ['TX'] });
    await expect(save({ leadTypes: ['MYGA'] })).rejects.toMatchObject({ code: 'SETTINGS_CHANGED' });
    // The answer of the first request may have been lost.
    expect(await save({ states: ['TX'] })).toEqual(saved);
    expect((await fixture.client.send(getFilters, { buyerId })).filters.states).toEqual(['TX']);
    const next = await save({ states: ['TX', 'FL'] }, saved.version);
    expect(next.version).toBeGreaterThan(saved.version);
    // Somebody else has changed them meanwhile.
    await change(buyerId, { states: ['GA'] });
    await expect(save({ states: ['FL'] }, next.version)).rejects.toMatchObject({ code: 'SETTINGS_CHANGED' });
  });

  test('that are saved by two forms at the same time are those of one', async () => {
    const buyerId = await fixture.addBuyer();
    const { version } = await fixture.client.send(getFilters, { buyerId });
    const results = await Promise.allSettled(
      (['TX', 'FL', 'GA'] as const).map(async (state) => {
        const { changeNumber } = await fixture.client.send(getFilters, { buyerId });
        const filters: Filters = { ...noFilters, states: [state] };
        return fixture.client.send(setFilters, { buyerId, changeNumber, caller, filters, version });
      }),
    );
    const saved = results.filter((result) => result.status === 'fulfilled');
    expect(saved.map(({ value }) => value.filters)).toEqual([
      (await fixture.client.send(getFilters, { buyerId })).filters,
    ]);
  });

  test('of an unknown buyer are not found', async () => {
    const buyerId = randomUUID();
    await expect(fixture.client.send(getFilters, { buyerId })).rejects.toMatchObject({
      code: 'BUYER_NOT_FOUND',
    });
  });

  test('keep other leads out, and give matching ones to the buyer who has waited longest', async () => {
    const [texan, floridian, anybody] = [
      await fixture.addBuyer(),
      await fixture.addBuyer(),
      await fixture.addBuyer(),
    ];
    await change(texan, { states: ['TX'], leadTypes: ['Indexed'] });
    await change(floridian, { states: ['FL', 'GA'] });
    const buyerOf = async (over: Parameters<typeof newLead>[0]) =>
      (await fixture.waitForOffer((await fixture.post(newLead(over))).leadId)).buyer_id;
    await expect(buyerOf({ state: 'FL' })).resolves.toBe(floridian);
    await expect(buyerOf({ state: 'FL' })).resolves.toBe(anybody);
    await expect(buyerOf({ state: 'GA' })).resolves.toBe(floridian);
    await expect(buyerOf({ state: 'TX', leadType: 'MYGA' })).resolves.toBe(anybody);
    await expect(buyerOf({ state: 'TX' })).resolves.toBe(texan);
  });

  test('that are widened take the leads that wait and match now', async () => {
    const buyerId = await fixture.addBuyer();
    await change(buyerId, { states: ['TX'] });
    const [first, second, other] = [
      await fixture.post(newLead({ state: 'FL' })),
      await fixture.post(newLead({ state: 'GA' })),
      await fixture.post(newLead({ state: 'NY' })),
    ];
    await fixture.drain();
    await expect(fixture.query('SELECT 1 FROM lead_offers')).resolves.toEqual([]);
    await change(buyerId, { states: ['TX', 'FL', 'GA'] });
    await expect(fixture.waitForOffer(first.leadId)).resolves.toMatchObject({ buyer_id: buyerId });
    await expect(fixture.waitForOffer(second.leadId)).resolves.toMatchObject({ buyer_id: buyerId });
    await fixture.drain();
    await expect(fixture.listOffers(other.leadId)).resolves.toEqual([]);
  });

  test('hold while many leads arrive, and filters and budgets change, through both copies', async () => {
    const buyers = await Promise.all(Array.from({ length: 4 }, () => fixture.addBuyer({ limit: 100 })));
    const states = ['FL', 'TX', 'GA', 'NY'] as const;
    await Promise.all([
      ...states.map(async (state) => {
        for (let count = 0; count < 8; count += 1) await fixture.post(newLead({ state }));
      }),
      ...buyers.map(async (buyerId, index) => {
        for (let round = 0; round < 4; round += 1)
          await change(buyerId, {
            states: [states[(index + round) % states.length] ?? 'FL'],
            weeklyBudgetCents: 8_000 * (3 + round),
          });
      }),
    ]);
    await fixture.drain();
    const violations = await fixture.query(
      `SELECT o.id FROM lead_offers o JOIN leads l ON l.id = o.lead_id
        CROSS JOIN LATERAL (SELECT * FROM buyer_filter_changes c
                             WHERE c.buyer_id = o.buyer_id AND c.at < o.reserved_at ORDER BY c.at DESC LIMIT 1) f
        WHERE NOT l.state = ANY (f.states)
           OR (SELECT sum(s.amount_cents) FROM lead_offers s
                WHERE s.buyer_id = o.buyer_id AND s.reserved_at <= o.reserved_at) > f.weekly_budget_cents`,
    );
    expect(violations).toEqual([]);
    await expect(
      fixture.query(
        `SELECT b.id FROM buyers b WHERE b.week_cents <>
           (SELECT COALESCE(sum(amount_cents), 0) FROM lead_offers o WHERE o.buyer_id = b.id)`,
      ),
    ).resolves.toEqual([]);
    expect((await fixture.query('SELECT 1 FROM lead_offers')).length).toBeGreaterThan(0);
  });
});

test('a budget is reached when another lead does not fit', async () => {
  const buyerId = await fixture.addBuyer();
  await change(buyerId, { weeklyBudgetCents: 16_000 });
  await fixture.sell();
  await expect(reasonOf(buyerId)).resolves.toBe('waiting-for-supply');
  await fixture.sell();
  await expect(reasonOf(buyerId)).resolves.toBe('weekly-budget-reached');
  const { leadId } = await fixture.post(newLead());
  await fixture.drain();
  await expect(fixture.listOffers(leadId)).resolves.toEqual([]);
  await change(buyerId, { weeklyBudgetCents: 24_000 });
  await expect(fixture.waitForOffer(leadId)).resolves.toMatchObject({ buyer_id: buyerId });
});

test('nothing is offered outside the weekly hours', async () => {
  const buyerId = await fixture.addBuyer();
  const [now] = await fixture.query<{ day: number }>(
    `SELECT extract(isodow FROM now() AT TIME ZONE 'America/New_York')::int AS day`,
  );
  // Three days away, so that the test may run around midnight.
  const day = (((now?.day ?? 1) + 2) % 7) + 1;
  await change(buyerId, { hours: [{ day, from: 0, to: 1_440 }] });
  const { leadId } = await fixture.post(newLead());
  await fixture.drain();
  await expect(fixture.listOffers(leadId)).resolves.toEqual([]);
  await expect(reasonOf(buyerId)).resolves.toBe('outside-hours');
  await change(buyerId, {});
  await expect(fixture.waitForOffer(leadId)).resolves.toMatchObject({ buyer_id: buyerId });
});

test('the report and the counts agree with the leads in the database', async () => {
  const buyerId = await fixture.addBuyer({ limit: 2 });
  await change(buyerId, { states: ['FL'], leadTypes: ['Indexed'] });
  const post = (over: Parameters<typeof newLead>[0]) => fixture.post(newLead(over));
  await post({ state: 'TX' });
  await post({ state: 'GA' });
  await post({ leadType: 'MYGA' });
  for (let index = 0; index < 3; index += 1) await post({});
  await fixture.drain();
  const report = await fixture.client.send(getLeadReport, { buyerId });
  expect(report).toMatchObject({ days: 7, received: 6, isCapped: false });
  expect(Object.fromEntries(report.outcomes.map(({ outcome, count }) => [outcome, count]))).toEqual({
    yours: 2,
    states: 2,
    leadTypes: 1,
    'daily-limit': 1,
  });
  const lists = { states: [], leadTypes: [], assetBands: [], ageRanges: [] };
  const counts = await fixture.client.send(countMatchingLeads, { ...lists, leadTypes: ['MYGA'] });
  expect(counts.days).toBe(30);
  expect(counts.matching).toBeLessThanOrEqual(counts.received);
});

describe('budgets after the price of a lead has changed', () => {
  const isOpen = async (buyerId: string): Promise<boolean | undefined> => {
    const sql = 'SELECT is_eligible AS open FROM buyers WHERE id = $1';
    return (await fixture.query<{ open: boolean }>(sql, [buyerId]))[0]?.open;
  };

  test('use the new price when the service starts, and a buyer who was barred gets the waiting lead', async () => {
    const barred = await fixture.addBuyer();
    await change(barred, { weeklyBudgetCents: 2 * LEAD_PRICE_CENTS });
    await fixture.setStored(
      `UPDATE buyers SET is_eligible = false, recheck_at = now() + interval '5 days'; DELETE FROM filtered_buyers`,
    );
    const { leadId } = await fixture.post(newLead());
    expect(await fixture.listOffers(leadId)).toEqual([]);
    await fixture.restart([{}, {}]);
    expect(await fixture.waitForOffer(leadId)).toMatchObject({ buyer_id: barred });
  });

  test('stop only buyers whose budget no longer fits a higher price, for any number of buyers', async () => {
    const open = await fixture.addBuyer();
    await change(open, { monthlyBudgetCents: LEAD_PRICE_CENTS });
    const unlimited = await fixture.addBuyer();
    const before = await fixture.query(`SELECT is_eligible, recheck_at FROM buyers WHERE id = $1`, [
      unlimited,
    ]);
    await fixture.setStored(
      `UPDATE buyers SET month_start = date_trunc('month', now() AT TIME ZONE time_zone)::date, month_cents = 1
        WHERE id = '${open}';
       INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone, card_usable, card_version, is_eligible,
                           monthly_budget_cents, recheck_at)
       SELECT gen_random_uuid(), true, 5, 'America/New_York', true, 1, false, ${LEAD_PRICE_CENTS},
              now() + interval '20 days'
         FROM generate_series(1, 2500)`,
    );
    await fixture.restart([{}, {}]);
    await eventually(async () => (await isOpen(open)) === false);
    const count = `SELECT count(*)::int AS closed FROM buyers WHERE NOT is_eligible`;
    await eventually(async () => (await fixture.query<{ closed: number }>(count))[0]?.closed === 1);
    expect(
      await fixture.query(`SELECT is_eligible, recheck_at FROM buyers WHERE id = $1`, [unlimited]),
    ).toEqual(before);
  });
});
