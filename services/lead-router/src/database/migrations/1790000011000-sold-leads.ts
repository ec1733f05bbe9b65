import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of leads that each buyer has bought, and the feed of each buyer's events. */
export class SoldLeads1790000011000 implements MigrationInterface {
  readonly name = 'SoldLeads1790000011000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- No reference to buyers: it would lock the buyer's row, which reservations contend for. The offer has one.
      -- The fill factor leaves room for updates without index changes; early vacuums keep counts index-only.
      CREATE TABLE sold_leads (
        lead_id uuid PRIMARY KEY REFERENCES leads (id),
        offer_id uuid NOT NULL REFERENCES lead_offers (id),
        buyer_id uuid NOT NULL,
        sold_at timestamptz(3) NOT NULL,
        delivered_at timestamptz(3),
        amount_cents integer NOT NULL,
        follow_up text NOT NULL DEFAULT 'new'
          CHECK (follow_up IN ('new', 'contacted', 'appointment', 'won', 'lost')),
        notes text NOT NULL DEFAULT '' CHECK (length(notes) <= 5000),
        version integer NOT NULL DEFAULT 1,
        search text NOT NULL
      ) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
      CREATE INDEX sold_leads_of_buyer ON sold_leads (buyer_id, sold_at, lead_id) INCLUDE (search);
      CREATE INDEX sold_leads_trigrams ON sold_leads
        USING gin (buyer_id, search extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 256);
      CREATE INDEX sold_leads_by_time ON sold_leads (sold_at);

      CREATE TABLE feed_heads (
        buyer_id uuid PRIMARY KEY,
        head integer NOT NULL,
        at timestamptz(3) NOT NULL
      ) WITH (fillfactor = 50);
      CREATE TABLE buyer_feed (
        buyer_id uuid NOT NULL,
        seq integer NOT NULL,
        kind text NOT NULL CHECK (kind IN ('lead-sold', 'lead-delivered', 'standing-changed')),
        lead_id uuid,
        at timestamptz(3) NOT NULL,
        PRIMARY KEY (buyer_id, seq)
      );
      CREATE INDEX buyer_feed_by_time ON buyer_feed (at);
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
