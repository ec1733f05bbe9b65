import { addFailuresToOutbox, outboxIndexes } from '@desk/outbox';
import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../database/create-index.js';

/** The migration that every service needs, with `transaction = false`. Safe to repeat. */
export async function addFailedMessages(runner: QueryRunner): Promise<void> {
  await runner.query(addFailuresToOutbox);
  for (const [name, definition] of Object.entries(outboxIndexes))
    await createIndexConcurrently(runner, name, definition);
}
