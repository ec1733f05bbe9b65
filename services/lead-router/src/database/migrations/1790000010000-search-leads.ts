import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Search text of every lead. It is a table of its own because a lead changes its state several times, and each change
 * would be written to the trigram index again. A trigger fills it, so that copies of the previous release, which still
 * accept leads during an update, do so too.
 */
export class SearchLeads1790000010000 implements MigrationInterface {
  readonly name = 'SearchLeads1790000010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN lower(regexp_replace(regexp_replace(normalize(value, NFD), '[\\u0300-\\u036f]', '', 'g'),
                                    '\\s+', ' ', 'g'));
      CREATE FUNCTION search_text(full_name text, email text, phone text, state text) RETURNS text
        LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN ' ' || fold_text(full_name || ' ' || email) || ' ' || substr(phone, 2) || ' ' || lower(state) || ' ';

      -- Lists are read in order of time, so the key starts with it: neighbors in a list are neighbors on disk.
      CREATE TABLE lead_search (
        received_at timestamptz(3) NOT NULL,
        lead_id uuid NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
        name text NOT NULL,
        text text NOT NULL,
        PRIMARY KEY (received_at, lead_id)
      );
      -- A short pending list, because the insert that fills it also merges it and would hold up intake.
      CREATE INDEX lead_search_trigrams ON lead_search
        USING gin (name extensions.gin_trgm_ops, text extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 256);

      CREATE FUNCTION index_lead() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        INSERT INTO lead_search (received_at, lead_id, name, text)
        VALUES (NEW.created_at, NEW.id, ' ' || fold_text(NEW.full_name) || ' ',
                search_text(NEW.full_name, NEW.email, NEW.phone, NEW.state));
        RETURN NULL;
      END $$;
      CREATE TRIGGER index_lead AFTER INSERT ON leads FOR EACH ROW EXECUTE FUNCTION index_lead();

      CREATE INDEX leads_by_status ON leads (status, created_at, id);
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
