import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FoldedUserSearchIndex1795000061001 implements MigrationInterface {
  readonly name = 'FoldedUserSearchIndex1795000061001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'users_folded_search',
      'users USING gin (user_search_text(first_name, last_name, email, company_name, phone) extensions.gin_trgm_ops)',
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
