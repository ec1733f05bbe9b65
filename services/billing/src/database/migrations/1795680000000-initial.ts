import { readFileSync } from 'node:fs';
import { createOutboxTables } from '@desk/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Initial1795680000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createOutboxTables);
    await runner.query(readFileSync(new URL('./1795680000000-initial.sql', import.meta.url), 'utf8'));
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
