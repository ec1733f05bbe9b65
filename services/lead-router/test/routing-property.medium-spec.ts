import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Filters } from '@desk/contracts';
import type pg from 'pg';
import { derivedColumns, RELEASE_DAILY_SLOT, reopenDueSql } from '../src/buyers/eligibility.sql.js';
import { openAfterFiltersSql, setFiltersSql } from '../src/filters/filters.sql.js';
import { toProfileMask } from '../src/matching/profile-mask.js';
import { toMultirange } from '../src/filters/weekly-hours.js';
import { IS_WITHIN_HOURS } from '../src/buyers/weekly-hours.sql.js';
import { MATCHES_LEAD, reserveSql } from '../src/routing/reserve.sql.js';
import {
  expectedBuyer,
  type ModelBuyer,
  type ModelLead,
  type ModelOffer,
  noFilters,
  type Random,
  randomFilters,
  randomLead,
  randomOf,
} from './routing-model.js';
import { startStatements, type StatementsHarness } from './statements.harness.js';

/**
 * Compares the service's own statements with a model of the rules, at times that the test chooses: days around a change
 * of clocks in both directions. ROUTING_RUNS=2000 is the long mode; ROUTING_SEED repeats one run.
 */
const RUNS = Number(process.env['ROUTING_RUNS'] ?? 30);
const SEED = Number(process.env['ROUTING_SEED'] ?? 1);
/** Runs within which each bug must be found. */
const MUTANT_RUNS = 60;
const STEPS = 40;
const BUYERS = 5;
const ZONES = ['America/New_York', 'America/Los_Angeles', 'America/Phoenix', 'America/Havana'] as const;
const STARTS = ['2026-03-07T00:00:00Z', '2026-10-31T00:00:00Z', '2026-06-29T12:00:00Z'] as const;
const MINUTE_MS = 60_000;

let statements: StatementsHarness;
let client: pg.Client;
let funnelId: string;

beforeAll(async () => {
  statements = await startStatements();
  ({ client, funnelId } = statements);
});
afterAll(() => statements.stop());

/** One run: buyers, their offers, and the time, both in the database and in the model. */
class Run {
  private readonly buyers: ModelBuyer[] = [];
  private served = 0;
  private changes = 0;

  constructor(
    private readonly random: Random,
    private now: Date,
    private readonly mutate: (sql: string) => string,
  ) {}

  private get clock(): string {
    return `(SELECT '${this.now.toISOString()}'::timestamptz AS now) clock`;
  }

  async addBuyer(): Promise<void> {
    const buyer: ModelBuyer = {
      id: randomUUID(),
      timeZone: this.random.pick(ZONES),
      enabled: true,
      limit: 1 + this.random.below(4),
      filters: noFilters,
      servedAt: (this.served += 1),
      offers: [],
    };
    this.buyers.push(buyer);
    await client.query(
      `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone, card_usable, card_version, is_open)
       VALUES ($1, true, $2, $3, true, 1, true)`,
      [buyer.id, buyer.limit, buyer.timeZone],
    );
    if (this.random.next() < 0.7) await this.setFilters(buyer, randomFilters(this.random));
  }

  async step(): Promise<void> {
    const buyer = this.random.pick(this.buyers);
    const dice = this.random.next();
    if (dice < 0.45) await this.postLead();
    else if (dice < 0.7) await this.advance();
    else if (dice < 0.8) await this.setFilters(buyer, randomFilters(this.random));
    else if (dice < 0.85) await this.setFilters(buyer, noFilters);
    else if (dice < 0.92) await this.changeSettings(buyer);
    else await this.release(buyer);
  }

  private async postLead(): Promise<void> {
    const lead = randomLead(this.random, randomUUID());
    await client.query(
      `INSERT INTO leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range,
                          estimated_assets, purchase_timeline, lead_type, price)
       VALUES ($1, $2, '', 'Person', '+1', 'a@b.c', $3, '33101', $4, $5, '0-3 months', $6, 80)`,
      [lead.id, funnelId, lead.state, lead.ageRange, lead.estimatedAssets, lead.leadType],
    );
    await this.offer(lead);
  }

  /** Like `reserve`: if the chosen buyer is not eligible after all, updates the buyer's eligibility and chooses again. */
  private async offer(lead: ModelLead): Promise<void> {
    const expected = expectedBuyer(this.buyers, lead, this.now);
    const id = randomUUID();
    for (;;) {
      const { rows } = await client.query<{ buyerId: string; amountCents: number | null }>(
        this.mutate(reserveSql(this.clock)),
        [lead.id, id],
      );
      const [chosen] = rows;
      if (chosen?.amountCents === null) {
        await this.refresh(chosen.buyerId);
        continue;
      }
      expect(chosen?.buyerId ?? null).toBe(expected);
      const buyer = this.buyers.find((each) => each.id === chosen?.buyerId);
      if (buyer) buyer.servedAt = this.served += 1;
      buyer?.offers.push({ id, lead, at: this.now, held: true });
      return;
    }
  }

  /** The clock goes on, and the sweep does what is due. */
  private async advance(): Promise<void> {
    const minutes = this.random.next() < 0.5 ? this.random.below(90) : this.random.below(2 * 24 * 60);
    this.now = new Date(this.now.getTime() + minutes * MINUTE_MS + this.random.below(MINUTE_MS));
    for (;;) {
      const { rowCount } = await client.query(this.mutate(reopenDueSql(this.clock)), [10]);
      if (rowCount === 0) return;
    }
  }

  private async setFilters(buyer: ModelBuyer, filters: Filters): Promise<void> {
    buyer.filters = filters;
    this.changes += 1;
    const { states, leadTypes, assetBands, ageRanges, hours, weeklyBudgetCents, monthlyBudgetCents } =
      filters;
    const values = [states, leadTypes, assetBands, ageRanges, toProfileMask(filters), toMultirange(hours)];
    await client.query(setFiltersSql(this.clock), [
      buyer.id,
      this.changes,
      ...values,
      weeklyBudgetCents,
      monthlyBudgetCents,
    ]);
    await client.query(this.mutate(openAfterFiltersSql(this.clock)), [buyer.id]);
  }

  private async changeSettings(buyer: ModelBuyer): Promise<void> {
    buyer.enabled = this.random.next() < 0.6;
    buyer.limit = 1 + this.random.below(4);
    await client.query('UPDATE buyers SET service_enabled = $2, daily_lead_limit = $3 WHERE id = $1', [
      buyer.id,
      buyer.enabled,
      buyer.limit,
    ]);
    await this.refresh(buyer.id);
  }

  /** An offer ends without a charge; if the card declined it, another buyer gets the lead. */
  private async release(buyer: ModelBuyer): Promise<void> {
    const offer: ModelOffer | undefined = buyer.offers.findLast(({ held }) => held);
    if (!offer) return;
    offer.held = false;
    offer.lead.declinedBy.add(buyer.id);
    const { rows } = await client.query<{ day: string; amount: number }>(
      `UPDATE lead_offers SET status = 'declined' WHERE id = $1
       RETURNING unit_day::text AS day, amount_cents AS amount`,
      [offer.id],
    );
    await client.query("UPDATE leads SET status = 'available' WHERE id = $1", [offer.lead.id]);
    await client.query(RELEASE_DAILY_SLOT, [buyer.id, rows[0]?.day, rows[0]?.amount]);
    await this.refresh(buyer.id);
    await this.offer(offer.lead);
  }

  private async refresh(buyerId: string): Promise<void> {
    await client.query(
      this.mutate(`UPDATE buyers b SET ${derivedColumns()} FROM ${this.clock} WHERE b.id = $1`),
      [buyerId],
    );
  }
}

async function run(seed: number, mutate = (sql: string): string => sql): Promise<void> {
  const random = randomOf(seed);
  await client.query('BEGIN');
  try {
    const current = new Run(random, new Date(random.pick(STARTS)), mutate);
    for (let index = 0; index < BUYERS; index += 1) await current.addBuyer();
    for (let index = 0; index < STEPS; index += 1) await current.step();
  } finally {
    await client.query('ROLLBACK');
  }
}

it(
  `offers each lead to the matching buyer who has waited longest, in ${RUNS} random runs`,
  async () => {
    for (let index = 0; index < RUNS; index += 1)
      await run(SEED + index).catch((error: unknown) => {
        throw new Error(`ROUTING_RUNS=1 ROUTING_SEED=${SEED + index} repeats this`, { cause: error });
      });
  },
  Math.max(120_000, RUNS * 5_000),
);

/** Bugs in the statements: without them, the comparison would prove nothing. */
const replaceAll =
  (text: string | RegExp, by: string) =>
  (sql: string): string =>
    sql.replaceAll(text, by);
it.each([
  [
    'ignores filters',
    (sql: string) =>
      replaceAll(/c\.profile_mask & lead\.mask = lead\.mask/g, 'true')(replaceAll(MATCHES_LEAD, 'true')(sql)),
  ],
  ['ignores weekly hours', replaceAll(IS_WITHIN_HOURS, 'true')],
  ['ignores the weekly budget', replaceAll('b.weekly_budget_cents IS NULL', 'true')],
  ['ignores the monthly budget', replaceAll('b.monthly_budget_cents IS NULL', 'true')],
  ['ignores the daily limit', replaceAll('< b.daily_lead_limit', '< b.daily_lead_limit + 1')],
  ['ignores the order of waiting', replaceAll('ORDER BY c.waiting_since, c.id', 'ORDER BY c.id')],
  [
    'ignores declines',
    replaceAll(
      /<> ALL \(+[^)]*declined_by[^)]*\)(::uuid\[\]\))?/g,
      "<> '00000000-0000-0000-0000-000000000000'",
    ),
  ],
] as const)(
  'finds a choice that %s',
  async (_bug, mutate) => {
    await expect(
      (async () => {
        for (let seed = 1; seed <= MUTANT_RUNS; seed += 1) await run(seed, mutate);
      })(),
    ).rejects.toThrow(/toBe/);
  },
  600_000,
);
