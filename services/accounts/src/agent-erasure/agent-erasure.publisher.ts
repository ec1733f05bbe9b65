import { agentErased } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const INTERVAL_MS = 1_000;

/** Values that requests in progress at the erasure have added to the audit log are removed here. */
const CLAIM_UNPUBLISHED = `
  WITH claimed AS (
    UPDATE users SET erasure_published_at = now()
     WHERE id IN (SELECT id FROM users WHERE erased_at IS NOT NULL AND erasure_published_at IS NULL
                   LIMIT 100 FOR UPDATE SKIP LOCKED)
    RETURNING id, erased_at)
  SELECT id AS "userId", erased_at AS "erasedAt", remove_audit_values_of_erased(id) FROM claimed`;

/**
 * Publishes which accounts were erased. The command line only writes `erased_at`: it has no message keys and so cannot
 * write to the outbox.
 */
@Injectable()
export class AgentErasurePublisher implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'erasure publishing', intervalMs: INTERVAL_MS, run: () => this.publish() });
  }

  private publish(): Promise<void> {
    return this.transactions.run(async (tx) => {
      const erased = await tx.query<{ userId: string; erasedAt: Date }>(CLAIM_UNPUBLISHED);
      for (const { userId, erasedAt } of erased)
        tx.publish(agentErased, { userId, at: erasedAt.toISOString() }, { key: userId });
      if (erased.length > 0) crashPoint('accounts.erasure.before-publish-commit');
    });
  }
}
