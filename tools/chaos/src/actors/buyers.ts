import { waitFor } from '../run/wait-for.js';
import type { Agent, Environment } from './agent.js';
import { waitOrFail } from './retrying-api-client.js';

const SALE_TIMEOUT_MS = 60_000;
const SELECT_UNSOLD_LEADS = "SELECT 1 FROM leads.leads WHERE status IN ('available', 'reserved') LIMIT 1";

/** Brings agents into the states that a trial needs, as buyers of leads. */
export class Buyers {
  constructor(private readonly environment: Environment) {}

  /** Lead-router receives a saved card by event, so it is usable only a moment later. */
  async waitForUsableCard(agent: Agent): Promise<void> {
    const { database, signal } = this.environment;
    const sql = 'SELECT 1 FROM leads.buyers WHERE id = $1 AND card_usable AND held_until IS NULL';
    const isUsable = async () => (await database.rows(sql, [agent.id])).length > 0 || undefined;
    await waitOrFail(isUsable, { problem: `the card of ${agent.email} was not usable`, signal });
  }

  async waitUntilSold(): Promise<void> {
    const { database, signal } = this.environment;
    const isSold = async () => (await database.rows(SELECT_UNSOLD_LEADS)).length === 0 || undefined;
    await waitFor(isSold, { timeoutMs: SALE_TIMEOUT_MS, signal });
  }

  /**
   * Resumes the service, which a lead of an earlier trial paused if it could not be delivered, and saves another good card,
   * which ends the hold of an earlier trial.
   */
  async makeEligible(agent: Agent): Promise<void> {
    await agent.resume();
    await agent.saveCard('pm_card_visa');
    await this.waitForUsableCard(agent);
  }

  async setIssuer(agent: Agent, behavior: string): Promise<void> {
    const [card] = await this.environment.database.rows<{ id: string }>(
      'SELECT stripe_payment_method_id AS id FROM billing.customers WHERE buyer_id = $1',
      [agent.id],
    );
    if (card) await this.environment.sandbox.setCardBehavior(card.id, behavior);
  }

  async leaveSlots(agent: Agent, slots: number): Promise<void> {
    const [row] = await this.environment.database.rows<{ used: number }>(
      `SELECT CASE WHEN slots_day = (now() AT TIME ZONE time_zone)::date THEN slots_used ELSE 0 END AS used
         FROM leads.buyers WHERE id = $1`,
      [agent.id],
    );
    await agent.setDailyLimit((row?.used ?? 0) + slots);
  }
}
