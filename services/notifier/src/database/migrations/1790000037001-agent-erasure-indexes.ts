import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AgentErasureIndexes1790000037001 implements MigrationInterface {
  readonly name = 'AgentErasureIndexes1790000037001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'channels_closing',
      'channels (closing_at) WHERE closing_at IS NOT NULL AND erased_at IS NULL',
    );
    await createIndexConcurrently(runner, 'account_mails_user', 'account_mails (user_id)');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
