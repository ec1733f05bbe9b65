import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Retention finds old fingerprints of persons among proofs of consent, which stay for years. */
export class FingerprintsOfPersons1790000165003 implements MigrationInterface {
  readonly name = 'FingerprintsOfPersons1790000165003';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'lead_fingerprints_of_persons_seen',
      "lead_fingerprints (seen_at) WHERE kind <> 'proof'",
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
