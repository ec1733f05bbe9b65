import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds what encrypted leads are searched by (ADR 0022). Each statement changes the catalog only; no row is read or
 * rewritten, so leads are accepted and sold meanwhile.
 *
 * Rows of the previous release stay readable until they are converted. Triggers do for its statements what they do not
 * know of: they index the leads it accepts, store the bytes of those it sells, since `search_bytes` is no longer computed
 * from `search`, and remove the encrypted text of those it erases.
 */
export class EncryptedSearch1790000036100 implements MigrationInterface {
  readonly name = 'EncryptedSearch1790000036100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A row is readable, or it has tokens and an encrypted text.
      ALTER TABLE lead_search
        ALTER COLUMN name DROP NOT NULL,
        ALTER COLUMN text DROP NOT NULL,
        ADD COLUMN tokens integer[],
        ADD COLUMN encrypted_text bytea,
        ADD CONSTRAINT lead_search_form CHECK (CASE WHEN encrypted_text IS NULL
          THEN name IS NOT NULL AND text IS NOT NULL AND tokens IS NULL
          ELSE name IS NULL AND text IS NULL AND tokens IS NOT NULL END) NOT VALID;
      CREATE OR REPLACE TRIGGER index_lead AFTER INSERT ON leads FOR EACH ROW
        WHEN (NEW.full_name NOT LIKE 'enc:%') EXECUTE FUNCTION index_lead();
      CREATE FUNCTION remove_encrypted_text() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.tokens := NULL;
        NEW.encrypted_text := NULL;
        RETURN NEW;
      END $$;
      CREATE TRIGGER remove_encrypted_text BEFORE UPDATE OF text ON lead_search FOR EACH ROW
        WHEN (NEW.text IS NOT NULL) EXECUTE FUNCTION remove_encrypted_text();

      ALTER TABLE sold_leads
        ALTER COLUMN search SET DEFAULT '',
        ALTER COLUMN search_bytes DROP EXPRESSION;
      CREATE FUNCTION store_readable_search() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        NEW.search_bytes := bytes_of(NEW.search);
        RETURN NEW;
      END $$;
      CREATE TRIGGER store_readable_search BEFORE INSERT OR UPDATE OF search ON sold_leads FOR EACH ROW
        WHEN (NEW.search <> '') EXECUTE FUNCTION store_readable_search();
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
