import { Transactions } from '@desk/outbox';
import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type AccountRecovery, RecoveryService } from './recovery.service.js';

const INTERVAL_MS = 1_000;
/** The command line has no network. */
const OPERATOR_ADDRESS = '127.0.0.1';

const LOCK_UNPUBLISHED = `
  SELECT id FROM users WHERE published_recovery_version <> recovery_version LIMIT 100 FOR UPDATE SKIP LOCKED`;

/** Publishes recoveries made from the command line, which has no message keys and so cannot write to the outbox. */
@Injectable()
export class RecoveryPublisher implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly recoveries: RecoveryService,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'recovery publishing', intervalMs: INTERVAL_MS, run: () => this.publish() });
  }

  private async publish(): Promise<void> {
    const recovered = await this.transactions.run(async (tx) => {
      const published: AccountRecovery[] = [];
      // What an operator does (see `account-changes.ts`) has the same effects outside of accounts.
      for (const { id } of await tx.query<{ id: string }>(LOCK_UNPUBLISHED))
        published.push(await this.recoveries.publish(tx, id, 'enabled', OPERATOR_ADDRESS));
      return published;
    });
    for (const recovery of recovered) await this.recoveries.apply(recovery);
  }
}
