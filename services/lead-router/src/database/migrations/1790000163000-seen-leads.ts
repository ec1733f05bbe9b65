import { REMOVED } from '@desk/contracts';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds when a buyer first got to see a lead, and since when its contact data is withheld (ADR 0063). A trigger withholds
 * refunded leads, because copies of the previous release record refunds too, and overwrites what their buyers' searches
 * read.
 */
export class SeenLeads1790000163000 implements MigrationInterface {
  readonly name = 'SeenLeads1790000163000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sold_leads
        ADD COLUMN seen_at timestamptz,
        ADD COLUMN withheld_at timestamptz;
      CREATE FUNCTION withhold_refunded_lead() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        NEW.withheld_at := clock_timestamp();
        NEW.search := ' ${REMOVED.toLowerCase()} ' || coalesce((SELECT lower(state) FROM leads WHERE id = NEW.lead_id), '') || ' ';
        NEW.search_bytes := bytes_of(NEW.search);
        RETURN NEW;
      END $$;
      CREATE TRIGGER withhold_refunded_lead BEFORE UPDATE OF refunded_at ON sold_leads FOR EACH ROW
        WHEN (NEW.refunded_at IS NOT NULL AND NEW.withheld_at IS NULL) EXECUTE FUNCTION withhold_refunded_lead();
      -- bounded: refunded leads, a few percent of those sold
      UPDATE sold_leads SET refunded_at = refunded_at WHERE refunded_at IS NOT NULL;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
