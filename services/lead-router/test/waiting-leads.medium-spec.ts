import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@desk/testing';
import { newLead } from './lead-router.harness.js';
import { startFixture, type Fixture } from './lead-router.fixture.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

const WAITING = 5_000;

/** Adds waiting leads, from an hour ago on, that the cards of these buyers have declined. */
const addDeclined = (count: number, buyerIds: readonly string[]) =>
  fixture.query(
    `WITH added AS (
       INSERT INTO leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range,
                          estimated_assets, purchase_timeline, lead_type, price, created_at, declined_by)
       SELECT gen_random_uuid(), $1, n::text, 'Person', '+1', 'a@b.c', 'FL', '33101', '61-65', '$1M+', '0-3 months',
              'MYGA', 80, now() - interval '1 hour' + n * interval '1 ms',
              ARRAY(SELECT b FROM unnest($3::uuid[]) b ORDER BY b)
         FROM generate_series(1, $2::int) n RETURNING id)
     INSERT INTO lead_offers (id, lead_id, buyer_id, status, amount_cents, slot_day, slot_number, limit_in_force,
                              undelivered_leads, undelivered_allowance, reserved_at, closed_at, decline_code)
     SELECT gen_random_uuid(), a.id, b, 'declined', 8000, current_date - 1, 1, 25, 0, 1, now(), now(), 'card_declined'
       FROM added a, unnest($3::uuid[]) b`,
    [fixture.funnelId, count, buyerIds],
  );

/** Rows of tables and entries of indexes that finding the next lead reads. */
async function rowsReadToFindNext(find = 'lock_waiting_lead_of_any_kind'): Promise<number> {
  // As autovacuum does sooner or later: without statistics, the planner may scan a table that was just filled.
  await fixture.query('ANALYZE leads');
  const [read] = await fixture.query<{ count: number }>(
    `WITH tables AS MATERIALIZED (SELECT oid FROM pg_class WHERE relnamespace = 'leads'::regnamespace),
          before AS MATERIALIZED (SELECT sum(pg_stat_get_xact_tuples_returned(oid)) AS rows FROM tables),
          found AS MATERIALIZED (
            SELECT count(*) AS leads FROM before, LATERAL ${find}(CASE WHEN before.rows >= 0 THEN 24 END)),
          after AS MATERIALIZED (
            SELECT sum(pg_stat_get_xact_tuples_returned(oid)) AS rows FROM tables, found WHERE found.leads >= 0)
     SELECT (after.rows - before.rows)::int AS count FROM before, after`,
  );
  return read?.count ?? Infinity;
}

test('a lead behind thousands that nobody can take is sold, and finding it reads a few rows', async () => {
  const buyers = [await fixture.addBuyer(), await fixture.addBuyer()];
  await addDeclined(WAITING, buyers);
  const newcomer = await fixture.addBuyer({ card: false });
  const { leadId } = await fixture.post(newLead());
  await expect(fixture.waitForOffer(leadId)).resolves.toMatchObject({ buyer_id: buyers[0] });
  await fixture.decline(await fixture.waitForOffer(leadId), false);
  await eventually(async () => (await fixture.waitForOffer(leadId)).buyer_id === buyers[1]);

  await expect(rowsReadToFindNext()).resolves.toBeLessThan(60);
  // The buyer who becomes eligible takes the oldest ones, and no others. A transaction that was cut off may still hold one.
  await fixture.query('UPDATE buyers SET daily_lead_limit = 3 WHERE id = $1', [newcomer]);
  await fixture.saveCard(newcomer, 1);
  const oldest = await fixture.query<{ id: string }>('SELECT id FROM leads ORDER BY created_at LIMIT 4');
  await eventually(async () => {
    const taken = await fixture.query<{ lead_id: string }>(
      "SELECT lead_id FROM lead_offers WHERE buyer_id = $1 AND status = 'open'",
      [newcomer],
    );
    expect(taken).toHaveLength(3);
    expect(oldest.map(({ id }) => id)).toEqual(expect.arrayContaining(taken.map(({ lead_id: id }) => id)));
  });
});

test('waiting leads cost nothing while no buyer can take them', async () => {
  const buyer = await fixture.addBuyer();
  await addDeclined(WAITING, [buyer]);
  await expect(rowsReadToFindNext()).resolves.toBeLessThan(10);
  await fixture.drain();
  await expect(
    fixture.query("SELECT DISTINCT status, offers_made FROM leads WHERE status <> 'available'"),
  ).resolves.toEqual([]);
});

test('each kind of waiting leads is visited once', async () => {
  const buyer = await fixture.addBuyer();
  const others = await Promise.all(Array.from({ length: 5 }, () => fixture.addBuyer({ card: false })));
  for (const other of others) await addDeclined(1_000, [buyer, other]);
  await expect(rowsReadToFindNext()).resolves.toBeLessThan(30);
});

test('the oldest lead that somebody can take is found at once, however many kinds of leads wait', async () => {
  await addDeclined(WAITING, []);
  await fixture.query('UPDATE leads SET declined_by = ARRAY[gen_random_uuid()]');
  // One lead for each copy: the copy that has the second oldest may be faster.
  const buyer = await fixture.addBuyer({ card: false, limit: 2 });
  const [oldest] = await fixture.query<{ id: string }>('SELECT id FROM leads ORDER BY created_at LIMIT 1');
  await fixture.setStored(`UPDATE buyers SET is_eligible = true WHERE id = '${buyer}'`);
  await expect(rowsReadToFindNext('lock_oldest_waiting_lead')).resolves.toBeLessThan(200);
  await fixture.saveCard(buyer, 1);
  await expect(fixture.waitForOffer(oldest?.id ?? '')).resolves.toMatchObject({ buyer_id: buyer });
});

test('copies share waiting leads and route each of them once', async () => {
  const buyers = await Promise.all(
    Array.from({ length: 4 }, () => fixture.addBuyer({ card: false, limit: 10 })),
  );
  await addDeclined(60, []);
  await Promise.all(buyers.map((buyer) => fixture.saveCard(buyer, 1)));
  await eventually(
    async () => (await fixture.query("SELECT 1 FROM lead_offers WHERE status = 'open'")).length === 40,
  );
  await fixture.drain();
  // The oldest are sold, whichever copy finds them. A copy may skip a lead for which the one that holds it finds no
  // buyer. Each miss counts twice.
  const [row] = await fixture.query<{ late: number }>(
    `SELECT count(*)::int AS late FROM (
       SELECT status, row_number() OVER (ORDER BY created_at) AS position FROM leads) l
      WHERE (l.position <= 40) <> (l.status = 'reserved')`,
  );
  expect(row?.late).toBeLessThanOrEqual(2 * (buyers.length - 1));
  await expect(fixture.query('SELECT slots_used FROM buyers')).resolves.toEqual(
    buyers.map(() => ({ slots_used: 10 })),
  );
});
