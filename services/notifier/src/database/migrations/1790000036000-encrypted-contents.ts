import { createReencryptionTable } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Contents of deliveries become encrypted JSON strings in the same column (ADR 0022). */
export class EncryptedContents1790000036000 implements MigrationInterface {
  readonly name = 'EncryptedContents1790000036000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createReencryptionTable);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
