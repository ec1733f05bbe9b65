import { createReencryptionTable } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes room for encrypted leads, notes and consent records (ADR 0022). The previous release works on readable rows
 * beside it, which the application converts later. Each statement changes the catalog only.
 */
export class Encryption1790000036000 implements MigrationInterface {
  readonly name = 'Encryption1790000036000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${createReencryptionTable}
      -- The application writes the search text of an encrypted lead.
      CREATE OR REPLACE TRIGGER index_lead AFTER INSERT ON leads FOR EACH ROW
        WHEN (NEW.full_name NOT LIKE 'enc:%') EXECUTE FUNCTION index_lead();

      -- 5000 characters are at most 20000 bytes, which are longer once they are encrypted.
      ALTER TABLE sold_leads DROP CONSTRAINT sold_leads_notes_check;
      ALTER TABLE sold_leads ADD CONSTRAINT sold_leads_notes_check CHECK (length(notes) <= 30000) NOT VALID;

      -- A fingerprint is found by its digest under a key, and \`source\` is what the digest was computed from, encrypted.
      -- Rows of the previous release have no key; their digest is a plain hash.
      ALTER TABLE lead_fingerprints ADD COLUMN key_id text, ADD COLUMN source text;

      -- The digests find a person's records; the hash of the address, encrypted, lets its digest be computed again.
      ALTER TABLE consent_records
        ADD COLUMN digest_key_id text,
        ADD COLUMN phone_digest text,
        ADD COLUMN email_digest text,
        ADD COLUMN email_hash text;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
