import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `search_text` joins everything a user can be found by. Each part follows a blank, so that a pattern can match the
 * beginning of a word; the phone number appears as entered and as digits. Each sort order of the list has an index.
 */
export class FindUsers1790000011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      ALTER TABLE users ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
        lower(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || COALESCE(company_name, '')
              || ' ' || phone || ' ' || regexp_replace(phone, '\D', '', 'g'))
      ) STORED;
      CREATE INDEX users_search ON users USING gin (search_text extensions.gin_trgm_ops);
      CREATE INDEX users_by_name ON users (lower(first_name), lower(last_name), id);
      CREATE INDEX users_by_company ON users (lower(company_name), id);
      CREATE INDEX users_by_limit ON users (daily_lead_limit DESC, created_at DESC, id DESC);
      CREATE INDEX users_by_status ON users (service_enabled DESC, created_at DESC, id DESC);
      CREATE INDEX users_by_role ON users (is_admin DESC, created_at DESC, id DESC);
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
