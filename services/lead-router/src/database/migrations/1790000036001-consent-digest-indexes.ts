import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the consent records of a person, of which the numbers are encrypted. */
export class ConsentDigestIndexes1790000036001 implements MigrationInterface {
  readonly name = 'ConsentDigestIndexes1790000036001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'consent_records_by_phone_digest',
      'consent_records (phone_digest)',
    );
    await createIndexConcurrently(
      runner,
      'consent_records_by_email_digest',
      'consent_records (email_digest)',
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS consent_records_by_phone');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
