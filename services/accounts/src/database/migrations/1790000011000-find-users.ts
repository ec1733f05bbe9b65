import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What users are looked for in, as one text: each part begins after a blank, so that the beginning of a word can be
 * looked for too; a phone number once as it was written and once as digits. One index for each order of the list.
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
