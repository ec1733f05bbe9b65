import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Users are found whatever their accents, apostrophes and hyphens. `fold_text` does what `foldText` does for leads, so
 * that one search of payments finds both alike. `user_search_text` joins everything a user can be found by. Each part
 * follows a blank, so that a pattern can match the start of a word. The column `search_text` stays, because copies of the
 * previous version search it.
 */
export class FoldUserSearch1795000061000 implements MigrationInterface {
  readonly name = 'FoldUserSearch1795000061000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN lower(translate(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'),
                               '’‘ʼ${'`'}ʻ´′＇‐‑–‒—−－', '''''''''''''''''-------'));
      CREATE FUNCTION user_search_text(first_name text, last_name text, email text, company_name text, phone text)
        RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN fold_text(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || COALESCE(company_name, '')
                         || ' ' || phone || ' ' || regexp_replace(phone, '\D', '', 'g'));
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
