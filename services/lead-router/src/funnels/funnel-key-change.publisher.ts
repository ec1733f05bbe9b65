import { type PayloadOf, recordFunnelKeyChange } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { PeriodicTasks, toInstants, type WithDates } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const INTERVAL_MS = 2_000;

type ChangeRow = WithDates<PayloadOf<typeof recordFunnelKeyChange>, 'at'>;

const CLAIM = `
  DELETE FROM funnel_key_changes
   WHERE id IN (SELECT id FROM funnel_key_changes ORDER BY at LIMIT 100)
  RETURNING id AS "changeId", action, funnel_id AS "funnelId", key_prefix AS "keyPrefix", operator, at`;

/**
 * Publishes changes of funnel keys for the audit log. A database trigger notes them, because the command-line tool has no
 * message keys and so cannot write to the outbox.
 */
@Injectable()
export class FunnelKeyChangePublisher implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.tasks.start({
      name: 'funnel key change publishing',
      intervalMs: INTERVAL_MS,
      run: () => this.publish(),
    });
  }

  private publish(): Promise<void> {
    return this.transactions.run(async (tx) => {
      for (const change of await tx.query<ChangeRow>(CLAIM))
        tx.publish(recordFunnelKeyChange, toInstants(change), { key: change.changeId });
    });
  }
}
