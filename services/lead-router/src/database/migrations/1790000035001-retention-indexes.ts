import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The leads that still identify a person, and fingerprints by age. A lead enters its index when it is sold or expires. */
export class RetentionIndexes1790000035001 implements MigrationInterface {
  readonly name = 'RetentionIndexes1790000035001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'leads_unsold_with_contact',
      `leads (created_at) WHERE status = 'expired' AND contact_removed_at IS NULL`,
    );
    await createIndexConcurrently(
      runner,
      'leads_sold_with_contact',
      `leads (sold_at) WHERE status = 'sold' AND contact_removed_at IS NULL`,
    );
    await createIndexConcurrently(runner, 'lead_fingerprints_seen', 'lead_fingerprints (seen_at)');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
