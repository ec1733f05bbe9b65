import { addFailedMessages } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages that keep failing are counted, listed and stopped (ADR 0026). */
export class FailedMessages1790000039000 implements MigrationInterface {
  readonly name = 'FailedMessages1790000039000';
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return addFailedMessages(runner);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
