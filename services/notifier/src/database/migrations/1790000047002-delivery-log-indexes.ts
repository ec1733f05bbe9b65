import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the delivery log, newest first. Cursors carry whole milliseconds, so the indexes round the same way. */
export class DeliveryLogIndexes1790000047002 implements MigrationInterface {
  readonly name = 'DeliveryLogIndexes1790000047002';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const order = '(queued_at::timestamptz(3)) DESC, id DESC';
    await createIndexConcurrently(runner, 'deliveries_log', `deliveries (${order})`);
    await createIndexConcurrently(runner, 'deliveries_log_of_kind', `deliveries (kind, ${order})`);
    await createIndexConcurrently(runner, 'deliveries_log_of_buyer', `deliveries (buyer_id, ${order})`);
    // Few rows: failed ones are rare, and queued ones do not stay.
    await createIndexConcurrently(
      runner,
      'deliveries_log_not_sent',
      `deliveries (status, ${order}) WHERE status <> 'sent'`,
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
