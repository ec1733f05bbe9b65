import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Filters } from '@desk/contracts';
import type pg from 'pg';
import { toMultirange } from '../src/filters/filters.repository.js';
import { toProfileMask } from '../src/matching/profile-mask.js';
import {
  expectedBuyer,
  type ModelBuyer,
  type ModelLead,
  type ModelOffer,
  moveTo,
  newBuyer,
  noFilters,
  type Random,
  randomFilters,
  randomLead,
  randomOf,
  todayOf,
} from './routing-model.js';
import { insertLead, type Mutate, replaceFunctions, type StatementsHarness } from './statements.harness.js';

const STEPS = 40;
const BUYERS = 5;
const ZONES = ['America/New_York', 'America/Los_Angeles', 'America/Phoenix', 'America/Havana'] as const;
/** The last hours before clocks change, in both directions, and the end of a month. */
const STARTS = ['2026-03-07T00:00:00Z', '2026-10-31T00:00:00Z', '2026-06-29T12:00:00Z'] as const;
const MINUTE_MS = 60_000;

/** One run: buyers, their offers, and the time, both in the database and in the model. */
class RoutingRun {
  private readonly buyers: ModelBuyer[] = [];
  private readonly client: pg.Client;
  private now: Date;
  private served = 0;
  private changes = 0;

  constructor(
    private readonly statements: StatementsHarness,
    private readonly random: Random,
  ) {
    this.client = statements.client;
    this.now = new Date(random.pick(STARTS));
  }

  async start(): Promise<void> {
    await this.statements.setClock(this.now.toISOString());
    for (let index = 0; index < BUYERS; index += 1) await this.addBuyer();
  }

  private async addBuyer(): Promise<void> {
    const buyer = newBuyer(this.random, randomUUID(), this.random.pick(ZONES), (this.served += 1));
    this.buyers.push(buyer);
    await this.client.query(
      `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone, card_usable, card_version)
       VALUES ($1, true, $2, $3, true, 1)`,
      [buyer.id, buyer.limit, buyer.timeZone],
    );
    if (this.random.next() < 0.7) await this.setFilters(buyer, randomFilters(this.random));
  }

  async step(): Promise<void> {
    const buyer = this.random.pick(this.buyers);
    const dice = this.random.next();
    if (dice < 0.45) await this.postLead();
    else if (dice < 0.65) await this.advance();
    else if (dice < 0.74) await this.setFilters(buyer, randomFilters(this.random));
    else if (dice < 0.78) await this.setFilters(buyer, noFilters);
    else if (dice < 0.84) await this.changeSettings(buyer);
    else if (dice < 0.9) await this.changeCard(buyer);
    else if (dice < 0.92) await this.moveToTimeZone(buyer);
    else await this.release(buyer);
  }

  private async postLead(): Promise<void> {
    const lead = randomLead(this.random, randomUUID());
    await insertLead((sql, values) => this.client.query(sql, values), this.statements.funnelId, lead);
    await this.offer(lead);
  }

  private async offer(lead: ModelLead): Promise<void> {
    const expected = expectedBuyer(this.buyers, lead, this.now);
    const id = randomUUID();
    const { rows } = await this.client.query<{ buyerId: string | null }>(
      'SELECT * FROM reserve_lead($1, $2, false)',
      [lead.id, id],
    );
    const buyerId = rows[0]?.buyerId ?? null;
    expect(buyerId).toBe(expected);
    const buyer = this.buyers.find((each) => each.id === buyerId);
    if (!buyer) return;
    buyer.servedAt = this.served += 1;
    buyer.offers.push({ id, lead, date: todayOf(buyer, this.now), held: true });
  }

  /** The clock goes on, and the sweep does what is due. */
  private async advance(): Promise<void> {
    const minutes = this.random.next() < 0.5 ? this.random.below(90) : this.random.below(2 * 24 * 60);
    this.now = new Date(this.now.getTime() + minutes * MINUTE_MS + this.random.below(MINUTE_MS));
    await this.statements.setClock(this.now.toISOString());
    for (;;) {
      const { rowCount } = await this.client.query('SELECT * FROM recheck_due_buyers(10)');
      if (rowCount === 0) return;
    }
  }

  private async setFilters(buyer: ModelBuyer, filters: Filters): Promise<void> {
    buyer.filters = filters;
    this.changes += 1;
    const { states, leadTypes, assetBands, ageRanges, hours, weeklyBudgetCents, monthlyBudgetCents } =
      filters;
    const values = [states, leadTypes, assetBands, ageRanges, toProfileMask(filters), toMultirange(hours)];
    await this.client.query('SELECT set_filters($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
      ...[buyer.id, this.changes, ...values, weeklyBudgetCents, monthlyBudgetCents],
    ]);
  }

  private async changeSettings(buyer: ModelBuyer): Promise<void> {
    buyer.enabled = this.random.next() < 0.7;
    buyer.accountDisabled = this.random.next() < 0.15;
    buyer.underReview = this.random.next() < 0.15;
    buyer.limit = 1 + this.random.below(4);
    await this.client.query(
      `UPDATE buyers SET service_enabled = $2, account_disabled = $3, under_review = $4, daily_lead_limit = $5
        WHERE id = $1`,
      [buyer.id, buyer.enabled, buyer.accountDisabled, buyer.underReview, buyer.limit],
    );
  }

  /** The card fails, is replaced, or must not be charged for a while. */
  private async changeCard(buyer: ModelBuyer): Promise<void> {
    const isOnHold = this.random.next() < 0.4;
    buyer.cardUsable = isOnHold || this.random.next() < 0.6;
    buyer.heldUntil = isOnHold
      ? new Date(this.now.getTime() + (1 + this.random.below(120)) * MINUTE_MS)
      : null;
    await this.client.query('UPDATE buyers SET card_usable = $2, held_until = $3 WHERE id = $1', [
      buyer.id,
      buyer.cardUsable,
      buyer.heldUntil,
    ]);
  }

  private async moveToTimeZone(buyer: ModelBuyer): Promise<void> {
    moveTo(buyer, this.random.pick(ZONES), this.now);
    this.changes += 1;
    await this.client.query('SELECT set_time_zone($1, $2, $3)', [buyer.id, buyer.timeZone, this.changes]);
  }

  /** An offer ends without a charge; if the card declined it, another buyer gets the lead. */
  private async release(buyer: ModelBuyer): Promise<void> {
    const offer: ModelOffer | undefined = buyer.offers.findLast(({ held }) => held);
    if (!offer) return;
    offer.held = false;
    offer.lead.declinedBy.add(buyer.id);
    const { rows } = await this.client.query<{ day: string; amount: number }>(
      `UPDATE lead_offers SET status = 'declined' WHERE id = $1
       RETURNING slot_day::text AS day, amount_cents AS amount`,
      [offer.id],
    );
    await this.client.query("UPDATE leads SET status = 'available' WHERE id = $1", [offer.lead.id]);
    await this.client.query('SELECT release_daily_slot($1, $2, $3)', [
      ...[buyer.id, rows[0]?.day, rows[0]?.amount],
    ]);
    await this.offer(offer.lead);
  }
}

/** Runs random steps in a transaction that is rolled back. Throws at the first choice that the model would not make. */
export async function runRouting(
  statements: StatementsHarness,
  seed: number,
  mutate: Mutate = (sql) => sql,
): Promise<void> {
  await statements.client.query('BEGIN');
  try {
    await replaceFunctions((sql) => statements.client.query(sql), mutate);
    const run = new RoutingRun(statements, randomOf(seed));
    await run.start();
    for (let index = 0; index < STEPS; index += 1) await run.step();
  } finally {
    await statements.client.query('ROLLBACK');
  }
}
