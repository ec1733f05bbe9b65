import { randomUUID } from 'node:crypto';
import { type Disposition, dispositions, leadTypes, type MarketReport, usStates } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MarketReportRepository } from '../src/market-reports/market-report.repository.js';
import {
  aroundClockChanges,
  periods,
  startStatements,
  type StatementsHarness,
  timeZones,
} from './statements.harness.js';

interface Sale {
  readonly disposition: Disposition;
  readonly cents: number;
  readonly isRefunded: boolean;
  /** Time since the post; null if it was not delivered. */
  readonly deliveredMs: number | null;
}
interface PostedLead {
  readonly receivedAt: Date;
  readonly funnel: number;
  readonly campaign: string;
  readonly state: string;
  readonly leadType: (typeof leadTypes)[number];
  readonly outcome: Sale | 'expired' | 'available';
  /** Whether the changes so far are folded after this lead. */
  readonly isFolded: boolean;
}

const sale = fc.record({
  disposition: fc.constantFrom(...dispositions),
  cents: fc.constantFrom(8_000, 7_950),
  isRefunded: fc.boolean(),
  deliveredMs: fc.constantFrom(null, 400, 1_000, 1_001, 90_000_000),
});
const postedLeads = fc.array(
  fc.record<PostedLead>({
    receivedAt: aroundClockChanges,
    funnel: fc.nat({ max: 1 }),
    campaign: fc.constantFrom('', 'retire-early'),
    state: fc.constantFrom('TX', 'FL', 'PR'),
    leadType: fc.constantFrom(...leadTypes),
    outcome: fc.oneof(sale, fc.constantFrom('expired' as const, 'available' as const)),
    isFolded: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);

const inTexas = { funnel: 0, campaign: '', state: 'TX', leadType: leadTypes[0] };

/** Returns the day in a time zone as Node.js computes it, independently of PostgreSQL. */
const dayOf = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);

const count = <Item>(items: readonly Item[], is: (item: Item) => boolean): number => items.filter(is).length;
const salesOf = (leads: readonly PostedLead[]): Sale[] =>
  leads.flatMap(({ outcome }) => (typeof outcome === 'string' ? [] : [outcome]));

function countLeads(leads: readonly PostedLead[]) {
  const sales = salesOf(leads);
  return {
    accepted: leads.length,
    sold: sales.length,
    expired: count(leads, ({ outcome }) => outcome === 'expired'),
    refunded: count(sales, ({ isRefunded }) => isRefunded),
    revenueCents: sales.reduce((sum, { cents, isRefunded }) => sum + (isRefunded ? 0 : cents), 0),
  };
}

function groupBy(
  leads: readonly PostedLead[],
  keyOf: (lead: PostedLead) => string,
): [string, PostedLead[]][] {
  const groups = Map.groupBy(leads, keyOf);
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const sourceOf = (campaign: string): string => (campaign === '' ? '' : 'google');

/** Up to how long a delivery took, as the report names it. Undefined without one. */
function boundOf({ deliveredMs }: Sale): number | null | undefined {
  if (deliveredMs === null) return undefined;
  if (deliveredMs > 86_400_000) return null;
  return deliveredMs === 1_001 ? 1_500 : deliveredMs;
}

/** Computes the expected report from the individual leads. */
function expectedReport(
  all: readonly PostedLead[],
  funnelIds: readonly string[],
  zone: string,
  from: string,
  to: string,
) {
  const leads = all.filter(({ receivedAt }) => {
    const day = dayOf(receivedAt, zone);
    return day >= from && day <= to;
  });
  const byDisposition = (of: readonly PostedLead[], disposition: Disposition) =>
    count(salesOf(of), (each) => each.disposition === disposition);
  const countStatuses = (of: readonly PostedLead[]) => ({
    contacted: byDisposition(of, 'contacted'),
    appointment: byDisposition(of, 'appointment'),
    won: byDisposition(of, 'won'),
    lost: byDisposition(of, 'lost'),
  });
  return {
    days: groupBy(leads, ({ receivedAt }) => dayOf(receivedAt, zone)).map(([day, of]) => ({
      day,
      ...countLeads(of),
      delivered: count(salesOf(of), ({ deliveredMs }) => deliveredMs !== null),
      deliveredInTime: count(salesOf(of), ({ deliveredMs }) => deliveredMs !== null && deliveredMs <= 1_000),
      delays: [400, 1_000, 1_500, null].flatMap((upToMs) => {
        const leads = count(salesOf(of), (each) => boundOf(each) === upToMs);
        return leads === 0 ? [] : [{ upToMs, leads }];
      }),
      duplicates: 0,
      refused: 0,
    })),
    funnels: groupBy(leads, ({ funnel }) => funnelIds[funnel] ?? '').map(([funnelId, of]) => ({
      funnelId,
      ...countLeads(of),
      ...countStatuses(of),
      duplicates: 0,
      refused: 0,
    })),
    campaigns: groupBy(leads, ({ campaign }) => campaign).map(([campaign, of]) => ({
      source: sourceOf(campaign),
      campaign,
      ...countLeads(of),
      ...countStatuses(of),
    })),
    places: groupBy(leads, ({ state, leadType }) => `${state} ${leadType}`).map(([, of]) => ({
      state: of[0]?.state,
      leadType: of[0]?.leadType,
      ...countLeads(of),
      agents: 0,
      openSlots: 0,
    })),
  };
}

const comparable = ({ days, funnels, campaigns, places }: MarketReport) => ({
  days,
  campaigns: campaigns.toSorted((a, b) => (a.campaign < b.campaign ? -1 : 1)),
  funnels: funnels
    .map(({ name: _name, mode: _mode, ...funnel }) => funnel)
    .toSorted((a, b) => (a.funnelId < b.funnelId ? -1 : 1)),
  places: places.toSorted((a, b) => (`${a.state} ${a.leadType}` < `${b.state} ${b.leadType}` ? -1 : 1)),
});

describe("the counts behind admins' reports", () => {
  let statements: StatementsHarness;
  let reports: MarketReportRepository;
  let funnelIds: string[];
  const buyerId = randomUUID();

  beforeAll(async () => {
    statements = await startStatements();
    funnelIds = [statements.funnelId, randomUUID()];
    await query('INSERT INTO funnels (id, name) VALUES ($1, $2)', [funnelIds[1], 'Another funnel']);
    await query(
      "INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, true, 1000, 'America/New_York')",
      [buyerId],
    );
    reports = new MarketReportRepository(statements.dataSource);
  });
  afterAll(() => statements.stop());

  const query = (sql: string, values: readonly unknown[] = []) => statements.client.query(sql, [...values]);

  /** Records a new lead first and its later changes afterwards, as in production. Returns its id. */
  async function addLead({
    receivedAt,
    funnel,
    campaign,
    state,
    leadType,
    outcome,
    isFolded,
  }: PostedLead): Promise<string> {
    const [leadId, offerId] = [randomUUID(), randomUUID()];
    await query(
      `INSERT INTO leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range, estimated_assets,
                          purchase_timeline, lead_type, price, created_at, campaign_source, campaign)
       VALUES ($1, $2, '', 'Person', '+1', 'a@b.c', $3, '33101', '55-60', '$1M+', '0-3 months', $4, 80, $5, $6, $7)`,
      [leadId, funnelIds[funnel], state, leadType, receivedAt, sourceOf(campaign), campaign],
    );
    if (outcome === 'expired') await query("UPDATE leads SET status = 'expired' WHERE id = $1", [leadId]);
    else if (outcome !== 'available') {
      await query("UPDATE leads SET status = 'sold', sold_at = $2 WHERE id = $1", [leadId, receivedAt]);
      await query(
        `INSERT INTO lead_offers (id, lead_id, buyer_id, status, amount_cents, slot_day, slot_number, limit_in_force, reserved_at)
         VALUES ($1, $2, $3, 'charged', $4, $5::timestamptz::date, 1, 1000, $5)`,
        [offerId, leadId, buyerId, outcome.cents, receivedAt],
      );
      await query(
        `INSERT INTO sold_leads (lead_id, offer_id, buyer_id, sold_at, amount_cents, state, age_range, estimated_assets,
                                 lead_type, hashes)
         VALUES ($1, $2, $3, $4, $5, $6, '55-60', '$1M+', $7, '{}')`,
        [leadId, offerId, buyerId, receivedAt, outcome.cents, state, leadType],
      );
      const { deliveredMs, disposition, isRefunded } = outcome;
      const deliveredAt = deliveredMs === null ? null : new Date(receivedAt.getTime() + deliveredMs);
      await query('UPDATE sold_leads SET delivered_at = $2 WHERE lead_id = $1', [leadId, deliveredAt]);
      await query('UPDATE sold_leads SET disposition = $2 WHERE lead_id = $1', [leadId, disposition]);
      if (isRefunded) await query('UPDATE sold_leads SET refunded_at = now() WHERE lead_id = $1', [leadId]);
    }
    if (isFolded) await query('SELECT fold_market_changes(100)');
    return leadId;
  }

  async function inTransaction(run: () => Promise<void>): Promise<void> {
    await query('BEGIN');
    try {
      await run();
    } finally {
      await query('ROLLBACK');
    }
  }

  const read = async (from: string, to: string) => comparable(await reports.read({ from, to }));

  test('match the individual leads, on days with clock changes and in half-hour zones, also in another zone', async () => {
    await fc.assert(
      fc.asyncProperty(
        postedLeads,
        fc.constantFrom(...timeZones),
        fc.constantFrom(...timeZones),
        periods,
        (leads, zone, nextZone, [from, to]) =>
          inTransaction(async () => {
            await query('SELECT set_report_zone($1)', [zone]);
            for (const lead of leads) await addLead(lead);
            expect(await read(from, to)).toEqual(expectedReport(leads, funnelIds, zone, from, to));
            await query('SELECT set_report_zone($1)', [nextZone]);
            expect(await read(from, to)).toEqual(expectedReport(leads, funnelIds, nextZone, from, to));
          }),
      ),
      { numRuns: 40 },
    );
  });

  test('are the same after a recount', async () => {
    await fc.assert(
      fc.asyncProperty(postedLeads, (leads) =>
        inTransaction(async () => {
          for (const lead of leads) await addLead(lead);
          const kept = await read('2026-01-01', '2026-12-31');
          await query('SELECT recount_market()');
          expect(await read('2026-01-01', '2026-12-31')).toEqual(kept);
        }),
      ),
      { numRuns: 20 },
    );
  });

  test('subtract an expired lead that is offered again', async () => {
    await inTransaction(async () => {
      await addLead({
        ...inTexas,
        receivedAt: new Date('2026-05-05T12:00:00Z'),
        outcome: 'expired',
        isFolded: true,
      });
      await query("UPDATE leads SET status = 'available'");
      const { days } = await read('2026-05-05', '2026-05-05');
      expect(days).toMatchObject([{ accepted: 1, expired: 0 }]);
    });
  });

  test('list how many more leads agents may buy today where they buy, also where no lead came', async () => {
    await inTransaction(async () => {
      const addBuyer = (limit: number, states: string, types: string) =>
        query(
          `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone, card_usable, filter_states, filter_lead_types,
                               slots_day, slots_used)
           VALUES ($1, true, $2, 'America/New_York', true, $3, $4, (now() AT TIME ZONE 'America/New_York')::date, 2)`,
          [randomUUID(), limit, states, types],
        );
      await addBuyer(5, '{}', '{}');
      await addBuyer(9, '{TX,FL}', `{${leadTypes[0]}}`);
      await addBuyer(2, '{TX}', '{}');
      const { places } = await read('2026-05-05', '2026-05-05');
      const openSlots = (state: string, type: string) =>
        places.find((place) => place.state === state && place.leadType === type);
      expect(openSlots('TX', leadTypes[0])).toMatchObject({ accepted: 0, agents: 2, openSlots: 10 });
      expect(openSlots('TX', leadTypes[1])).toMatchObject({ agents: 1, openSlots: 3 });
      expect(openSlots('CA', leadTypes[0])).toMatchObject({ agents: 1, openSlots: 3 });
      expect(places).toHaveLength(usStates.length * leadTypes.length);
    });
  });

  test('list what each agent bought, and which charges were declined', async () => {
    await inTransaction(async () => {
      const lead = { ...inTexas, receivedAt: new Date() };
      const bought: Sale = { disposition: 'won', cents: 8_000, isRefunded: false, deliveredMs: 400 };
      await addLead({ ...lead, outcome: bought, isFolded: true });
      await addLead({ ...lead, outcome: { ...bought, isRefunded: true }, isFolded: false });
      const declinedId = await addLead({ ...lead, outcome: 'available', isFolded: false });
      await query(
        `INSERT INTO lead_offers (id, lead_id, buyer_id, status, amount_cents, slot_day, slot_number, limit_in_force, reserved_at)
         VALUES (gen_random_uuid(), $1, $2, 'declined', 8000, $3, 1, 1000, now())`,
        [declinedId, buyerId, dayOf(new Date(), 'America/New_York')],
      );
      expect(await reports.countAgents({ from: '2026-01-01', to: '2030-01-01' })).toEqual({
        agents: [{ buyerId, bought: 2, refunded: 1, won: 2, spentCents: 8_000, declined: 1, allowed: 1_000 }],
      });
      expect(await reports.countAgents({ from: '2026-01-01', to: '2026-01-02' })).toEqual({ agents: [] });
    });
  });
});
