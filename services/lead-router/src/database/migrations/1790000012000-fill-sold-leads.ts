import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fills both tables from existing leads. A separate migration, so that no table stays locked for these minutes. */
export class FillSoldLeads1790000012000 implements MigrationInterface {
  readonly name = 'FillSoldLeads1790000012000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER INDEX lead_search_trigrams SET (gin_pending_list_limit = 65536);
      INSERT INTO lead_search (received_at, lead_id, name, text)
      SELECT created_at, id, ' ' || fold_text(full_name) || ' ', search_text(full_name, email, phone, state)
        FROM leads ORDER BY created_at
      ON CONFLICT DO NOTHING;
      ALTER INDEX lead_search_trigrams SET (gin_pending_list_limit = 256);

      ALTER INDEX sold_leads_trigrams SET (gin_pending_list_limit = 65536);
      INSERT INTO sold_leads (lead_id, offer_id, buyer_id, sold_at, amount_cents, search)
      SELECT l.id, o.id, o.buyer_id, l.sold_at, o.amount_cents, search_text(l.full_name, l.email, l.phone, l.state)
        FROM leads l JOIN lead_offers o ON o.lead_id = l.id AND o.status = 'charged'
       WHERE l.status = 'sold' ORDER BY l.sold_at
      ON CONFLICT (lead_id) DO NOTHING;
      ALTER INDEX sold_leads_trigrams SET (gin_pending_list_limit = 256);
      ANALYZE lead_search, sold_leads;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
