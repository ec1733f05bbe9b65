import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `leads.declined_by` holds the buyers whose cards declined the lead, sorted, so that equal sets are equal arrays. Only
 * they are not offered it again. A trigger keeps it, because copies of the previous release decline offers too.
 *
 * `buyers.held_until` keeps leads from a buyer while the card's issuer cannot answer. The previous release ignores it.
 */
export class BuyersWhoDeclined1790000038000 implements MigrationInterface {
  readonly name = 'BuyersWhoDeclined1790000038000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE buyers ADD COLUMN held_until timestamptz;
      ALTER TABLE leads ADD COLUMN declined_by uuid[] NOT NULL DEFAULT '{}';

      CREATE FUNCTION note_declined_offer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        UPDATE leads SET declined_by = ARRAY(SELECT DISTINCT b FROM unnest(declined_by || NEW.buyer_id) b ORDER BY b)
         WHERE id = NEW.lead_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER lead_offers_note_decline AFTER UPDATE OF status ON lead_offers
        FOR EACH ROW WHEN (NEW.status = 'declined' AND OLD.status <> 'declined')
        EXECUTE FUNCTION note_declined_offer();
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
