import { randomUUID } from 'node:crypto';
import { captureContext, type Tx } from '@desk/outbox';
import { releaseDailySlot } from '../src/buyers/daily-slots.js';
import { toProfileMask } from '../src/matching/profile-mask.js';
import { type ReservationResult, reserve, reserveNew } from '../src/routing/reserve.js';
import {
  type ModelBuyer,
  type ModelLead,
  newBuyer,
  noFilters,
  type Random,
  randomFilters,
  randomLead,
} from './routing-model.js';
import type { RoutersHarness } from './routers.harness.js';
import { insertLead } from './statements.harness.js';

const ROUTERS = 6;
const LEADS = 18;
const EDITS = 8;
const DECLINES = 4;
const BUYERS = 5;

export interface ConcurrentRun {
  /** The buyers and leads after everything has ended. */
  readonly buyers: readonly ModelBuyer[];
  readonly leads: readonly ModelLead[];
}

/**
 * Routes leads from several connections while settings change and cards decline, until no lead can be routed any more.
 */
export async function runConcurrently(routers: RoutersHarness, random: Random): Promise<ConcurrentRun> {
  await endEarlierRuns(routers);
  const buyers = Array.from({ length: BUYERS }, () => newBuyer(random, randomUUID(), 'America/New_York', 0));
  for (const buyer of buyers) await insertBuyer(routers, buyer, random);
  const leads = Array.from({ length: LEADS }, () => randomLead(random, randomUUID()));
  const edits = Array.from({ length: EDITS }, () => editOf(random, random.pick(buyers)));
  const unposted = [...leads];
  const postLeads = async (): Promise<void> => {
    for (let lead = unposted.pop(); lead; lead = unposted.pop()) await post(routers, lead);
  };
  const edit = async (): Promise<void> => {
    for (const apply of edits) await routers.run(apply);
  };
  const decline = async (): Promise<void> => {
    for (let count = 0; count < DECLINES; count += 1) await declineOne(routers, leads);
  };
  await Promise.all([...Array.from({ length: ROUTERS }, postLeads), edit(), decline()]);
  await Promise.all(Array.from({ length: 2 }, () => routeWaiting(routers)));
  return { buyers, leads };
}

/**
 * Routes leads from several connections to buyers who all accept every lead. Returns the most leads that one buyer got
 * between two leads of another buyer.
 */
export async function maxOffersBetween(routers: RoutersHarness, random: Random): Promise<number> {
  await endEarlierRuns(routers);
  const buyers = Array.from({ length: 2 * ROUTERS }, () =>
    newBuyer(random, randomUUID(), 'America/New_York', 0),
  );
  for (const { id } of buyers) await insertRow(routers, id, 1000);
  const leads = Array.from({ length: 10 * ROUTERS }, () => randomLead(random, randomUUID()));
  const postLeads = async (): Promise<void> => {
    for (let lead = leads.pop(); lead; lead = leads.pop()) await post(routers, lead);
  };
  await Promise.all(Array.from({ length: ROUTERS }, postLeads));
  const offers = await routers.query<{ buyerId: string }>(
    'SELECT buyer_id AS "buyerId" FROM lead_offers WHERE buyer_id = ANY ($1) ORDER BY reserved_at',
    [buyers.map(({ id }) => id)],
  );
  const since = new Map(buyers.map(({ id }) => [id, new Map<string, number>()]));
  let most = 0;
  for (const { buyerId } of offers) {
    for (const counts of since.values()) counts.set(buyerId, (counts.get(buyerId) ?? 0) + 1);
    since.get(buyerId)?.clear();
    for (const [id, counts] of since)
      for (const [other, count] of counts) if (other !== id) most = Math.max(most, count);
  }
  return most;
}

/** As many as intake inserts in one transaction. */
const LEADS_TOGETHER = 16;

/**
 * Reserves leads in as many transactions as there are copies, each while those before it still lock the buyers that they chose.
 * There is a buyer for each lead, and all accept leads of these states.
 */
export async function reserveTogether(
  routers: RoutersHarness,
  random: Random,
  copies: number,
  states: ModelBuyer['filters']['states'],
): Promise<ReservationResult[]> {
  await endEarlierRuns(routers);
  for (let count = 0; count < copies * LEADS_TOGETHER; count += 1) {
    const buyer = newBuyer(random, randomUUID(), 'America/New_York', 0);
    await insertRow(routers, buyer.id, 1000);
    await routers.run(setFilters(buyer, { ...noFilters, states }));
  }
  const reserveInEach = (remaining: number): Promise<ReservationResult[]> =>
    routers.run(async (tx) => {
      const leads = Array.from({ length: LEADS_TOGETHER }, () => ({
        ...randomLead(random, randomUUID()),
        state: states[0] ?? 'FL',
      }));
      for (const lead of leads)
        await insertLead((sql, values) => tx.query(sql, values), routers.funnelId, lead);
      const inContext = captureContext();
      const results = await reserveNew(
        tx,
        leads.map(({ id }) => ({ leadId: id, inContext })),
      );
      return remaining === 1 ? results : [...results, ...(await reserveInEach(remaining - 1))];
    });
  return reserveInEach(copies);
}

/** Earlier buyers and leads must not take part. */
async function endEarlierRuns({ query }: RoutersHarness): Promise<void> {
  await query("UPDATE leads SET status = 'expired' WHERE status IN ('available', 'reserved')");
  await query('UPDATE buyers SET service_enabled = false WHERE service_enabled');
}

async function insertBuyer(routers: RoutersHarness, buyer: ModelBuyer, random: Random): Promise<void> {
  await insertRow(routers, buyer.id, buyer.limit);
  // Hours and changing budgets depend on the clock; the runs at chosen times have them.
  await routers.run(setFilters(buyer, { ...randomFilters(random), hours: [] }));
  await routers.run(setLimit(buyer, buyer.limit));
}

const insertRow = (routers: RoutersHarness, buyerId: string, limit: number) =>
  routers.query(
    `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone, card_usable, card_version)
     VALUES ($1, true, $2, 'America/New_York', true, 1)`,
    [buyerId, limit],
  );

type Change = (tx: Tx) => Promise<unknown>;
let changeNumber = 0;

const setLimit =
  (buyer: ModelBuyer, limit: number): Change =>
  async (tx) => {
    await tx.query('SELECT set_daily_limit($1, $2, $3)', [buyer.id, limit, (changeNumber += 1)]);
    buyer.limit = limit;
  };

const setService =
  (buyer: ModelBuyer, enabled: boolean): Change =>
  async (tx) => {
    await tx.query('SELECT set_service($1, $2, $3, false)', [buyer.id, enabled, (changeNumber += 1)]);
    buyer.enabled = enabled;
  };

const setFilters =
  (buyer: ModelBuyer, filters: ModelBuyer['filters']): Change =>
  async (tx) => {
    await tx.query('SELECT FROM buyers WHERE id = $1 FOR UPDATE', [buyer.id]);
    const { states, leadTypes, assetBands, ageRanges, weeklyBudgetCents, monthlyBudgetCents } = filters;
    await tx.query('SELECT set_filters($1, $2, $3, $4, $5, $6, $7, NULL, $8, $9)', [
      ...[buyer.id, (changeNumber += 1), states, leadTypes, assetBands, ageRanges, toProfileMask(filters)],
      ...[weeklyBudgetCents, monthlyBudgetCents],
    ]);
    buyer.filters = filters;
  };

function editOf(random: Random, buyer: ModelBuyer): Change {
  const dice = random.next();
  if (dice < 0.3) return setService(buyer, random.next() < 0.5);
  if (dice < 0.6) return setLimit(buyer, 1 + random.below(5));
  const lists = randomFilters(random);
  // Leaves budgets unchanged, so that the amounts spent can be compared with them at the end.
  return (tx) =>
    setFilters(buyer, {
      ...lists,
      hours: [],
      weeklyBudgetCents: buyer.filters.weeklyBudgetCents,
      monthlyBudgetCents: buyer.filters.monthlyBudgetCents,
    })(tx);
}

async function post(routers: RoutersHarness, lead: ModelLead): Promise<void> {
  const result = await routers.run(async (tx) => {
    await insertLead((sql, values) => tx.query(sql, values), routers.funnelId, lead);
    return reserve(tx, lead.id, { mayWait: false });
  });
  if (result === 'busy') await routers.run((tx) => routers.router.route(tx, lead.id, { mayWait: true }));
}

/** The card of some buyer declines an offer, and the lead goes to the next one. The card is replaced at once. */
async function declineOne(routers: RoutersHarness, leads: readonly ModelLead[]): Promise<void> {
  const [open] = await routers.query<{ id: string; leadId: string }>(
    `SELECT id, lead_id AS "leadId" FROM lead_offers WHERE status = 'open' AND lead_id = ANY ($1) LIMIT 1`,
    [leads.map(({ id }) => id)],
  );
  if (!open) return;
  const result = await routers.run(async (tx) => {
    await tx.query('SELECT 1 FROM leads WHERE id = $1 FOR UPDATE', [open.leadId]);
    const [offer] = await tx.query<{ buyerId: string; slotDay: string; amountCents: number }>(
      `UPDATE lead_offers SET status = 'declined' WHERE id = $1 AND status = 'open'
       RETURNING buyer_id AS "buyerId", slot_day::text AS "slotDay", amount_cents AS "amountCents"`,
      [open.id],
    );
    if (!offer) return 'not-available';
    await releaseDailySlot(tx, offer);
    await tx.query("UPDATE leads SET status = 'available' WHERE id = $1", [open.leadId]);
    const next = await routers.router.route(tx, open.leadId, { mayWait: false });
    leads.find(({ id }) => id === open.leadId)?.declinedBy.add(offer.buyerId);
    return next;
  });
  if (result === 'busy') await routers.run((tx) => routers.router.route(tx, open.leadId, { mayWait: true }));
}

async function routeWaiting(routers: RoutersHarness): Promise<void> {
  for (;;) {
    const result = await routers.run((tx) => routers.router.routeNextWaiting(tx));
    if (result !== 'reserved' && result !== 'expired') return;
  }
}
