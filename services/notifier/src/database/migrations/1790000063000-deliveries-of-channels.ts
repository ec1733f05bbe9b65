import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the last delivery of each of an agent's channels, which the Integrations page shows. */
export class DeliveriesOfChannels1790000063000 implements MigrationInterface {
  readonly name = 'DeliveriesOfChannels1790000063000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'deliveries_of_channel', 'deliveries (channel_id, queued_at DESC)');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
