import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The leads that have each token. A short pending list, because the insert that fills it also merges it. */
export class SearchTokensIndex1790000036101 implements MigrationInterface {
  readonly name = 'SearchTokensIndex1790000036101';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'lead_search_tokens',
      `lead_search USING gin (tokens) WITH (gin_pending_list_limit = 256) WHERE tokens IS NOT NULL`,
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
