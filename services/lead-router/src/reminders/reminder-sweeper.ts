import { type PayloadOf, reminderDue } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger, PeriodicTasks, toInstants, type WithDates } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const INTERVAL_MS = 1_000;
const BATCH_SIZE = 500;
/** Bounds one run, because a shutdown waits for its end. */
const MAX_BATCHES_PER_RUN = 20;

type ReminderRow = WithDates<PayloadOf<typeof reminderDue>, 'remindAt'>;

/** Skips leads that are being changed, or claimed by another copy: the next run finds those that are still due. */
const CLAIM_DUE = `
  UPDATE sold_leads s SET reminded_at = clock_timestamp()
   WHERE s.lead_id = ANY (ARRAY(
           SELECT due.lead_id FROM sold_leads due
            WHERE due.remind_at <= (SELECT eligibility_now()) AND due.reminded_at IS NULL AND due.withheld_at IS NULL
              AND NOT EXISTS (SELECT FROM buyers b WHERE b.id = due.buyer_id AND b.erased_at IS NOT NULL)
            ORDER BY due.remind_at LIMIT $1 FOR UPDATE SKIP LOCKED))
  RETURNING s.lead_id AS "leadId", s.buyer_id AS "buyerId", s.remind_at AS "remindAt", s.lead_type AS "leadType", s.state`;

/** Publishes each reminder once when its time has come, however long ago that was (ADR 38). */
@Injectable()
export class ReminderSweeper implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'reminders', intervalMs: INTERVAL_MS, run: () => this.sweep() });
  }

  private async sweep(): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES_PER_RUN; batch += 1) {
      const count = await this.transactions.run((tx) => this.publishBatch(tx));
      if (count > 0) this.logger.info({ count }, 'reminders published');
      if (count < BATCH_SIZE) return;
    }
  }

  private async publishBatch(tx: Tx): Promise<number> {
    const due = await tx.query<ReminderRow>(CLAIM_DUE, [BATCH_SIZE]);
    if (due.length === 0) return 0;
    for (const row of due) {
      const reminder = toInstants(row);
      tx.publish(reminderDue, reminder, { key: `${reminder.leadId}-${reminder.remindAt}` });
    }
    return due.length;
  }
}
