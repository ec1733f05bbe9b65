import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** No lead is offered later than this after it was posted, whatever the setting says. */
const MAX_AGE_DAYS = 31;

/**
 * Indexes the waiting leads by the buyers who can take them (ADR 0025), and lets a buyer have several offers of one
 * lead: an offer that was released without a decline does not exclude the buyer.
 */
export class FindWaitingLeads1790000038001 implements MigrationInterface {
  readonly name = 'FindWaitingLeads1790000038001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Declines of before the trigger. Adds to what it has stored since.
    await runner.query(`
      UPDATE leads l
         SET declined_by = ARRAY(SELECT DISTINCT b FROM unnest(l.declined_by || d.buyers) b ORDER BY b)
        FROM (SELECT lead_id, array_agg(buyer_id) AS buyers FROM lead_offers
               WHERE status = 'declined' AND reserved_at > now() - interval '${MAX_AGE_DAYS} days'
               GROUP BY lead_id) d
       WHERE l.id = d.lead_id AND l.status IN ('available', 'reserved')
    `);
    await createIndexConcurrently(
      runner,
      'leads_waiting_by_kind',
      `leads (declined_by, created_at, id) WHERE status = 'available'`,
    );
    await createIndexConcurrently(runner, 'lead_offers_of_lead', 'lead_offers (lead_id, buyer_id)');
    await runner.query('ALTER TABLE lead_offers DROP CONSTRAINT IF EXISTS lead_offers_lead_id_buyer_id_key');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
