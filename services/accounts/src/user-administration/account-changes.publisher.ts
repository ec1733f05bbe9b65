import { accountStatusChanged, agentErased } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type AccountRecovery, RecoveryService } from '../recovery/recovery.service.js';

/** Stands for the command line, which has no network address. */
const OPERATOR_ADDRESS = '127.0.0.1';

const CLAIM_STATUSES = `
  UPDATE users
     SET published_disabled = (disabled_at IS NOT NULL), status_version = status_version + 1
   WHERE id IN (SELECT id FROM users WHERE NOT is_admin AND published_disabled <> (disabled_at IS NOT NULL)
                   -- Enabling is also a recovery: leads start again only after that was published.
                   AND published_recovery_version = recovery_version
                 LIMIT 100 FOR UPDATE SKIP LOCKED)
  RETURNING id AS "userId", published_disabled AS disabled, status_version AS version`;

const LOCK_RECOVERIES = `
  SELECT id FROM users WHERE published_recovery_version <> recovery_version LIMIT 100 FOR UPDATE SKIP LOCKED`;

/** Values that requests in progress at the erasure have added to the audit log are removed here. */
const CLAIM_ERASURES = `
  WITH claimed AS (
    UPDATE users SET erasure_published_at = now()
     WHERE id IN (SELECT id FROM users WHERE erased_at IS NOT NULL AND erasure_published_at IS NULL
                   LIMIT 100 FOR UPDATE SKIP LOCKED)
    RETURNING id, erased_at)
  SELECT id AS "userId", erased_at AS "erasedAt", remove_audit_values_of_erased(id) FROM claimed`;

/**
 * Publishes which accounts were disabled or enabled, returned to their owner, or erased. The command line
 * writes that to the database only: without message keys it cannot write to the outbox.
 */
@Injectable()
export class AccountChangesPublisher implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly recoveries: RecoveryService,
  ) {}

  onModuleInit(): void {
    const start = (name: string, intervalMs: number, publish: (tx: Tx) => Promise<void>) =>
      this.tasks.start({ name, intervalMs, run: () => this.transactions.run(publish) });
    start('account status publishing', 2_000, publishStatuses);
    start('erasure publishing', 1_000, publishErasures);
    this.tasks.start({
      name: 'recovery publishing',
      intervalMs: 1_000,
      run: () => this.publishRecoveries(),
    });
  }

  private async publishRecoveries(): Promise<void> {
    const recovered = await this.transactions.run(async (tx) => {
      const published: AccountRecovery[] = [];
      // What an operator does (see `account-changes.ts`) has the same effects outside of accounts.
      for (const { id } of await tx.query<{ id: string }>(LOCK_RECOVERIES))
        published.push(await this.recoveries.publish(tx, id, 'enabled', OPERATOR_ADDRESS));
      return published;
    });
    for (const recovery of recovered) await this.recoveries.apply(recovery);
  }
}

async function publishStatuses(tx: Tx): Promise<void> {
  const at = new Date().toISOString();
  const claimed = await tx.query<{ userId: string; disabled: boolean; version: number }>(CLAIM_STATUSES);
  for (const status of claimed)
    tx.publish(accountStatusChanged, { ...status, at }, { key: `${status.userId}-${status.version}` });
}

async function publishErasures(tx: Tx): Promise<void> {
  const erased = await tx.query<{ userId: string; erasedAt: Date }>(CLAIM_ERASURES);
  for (const { userId, erasedAt } of erased)
    tx.publish(agentErased, { userId, at: erasedAt.toISOString() }, { key: userId });
}
