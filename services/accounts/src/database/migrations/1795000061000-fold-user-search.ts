import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Users are found whatever their accents, apostrophes and hyphens. `fold_text` does what `foldText` does for leads, so
 * that one search of payments finds both alike. The new column is computed for all rows. Searches of the previous
 * version find them, too, but for what they spell with accents or other signs.
 */
export class FoldUserSearch1795000061000 implements MigrationInterface {
  readonly name = 'FoldUserSearch1795000061000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN lower(translate(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'),
                               '’‘ʼ${'`'}ʻ´′＇‐‑–‒—−－', '''''''''''''''''-------'));
      ALTER TABLE users DROP COLUMN search_text;
      ALTER TABLE users ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
        fold_text(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || COALESCE(company_name, '')
                  || ' ' || phone || ' ' || regexp_replace(phone, '\D', '', 'g'))
      ) STORED;
      CREATE INDEX users_search ON users USING gin (search_text extensions.gin_trgm_ops);
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
