import { Transactions } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { Dispatcher } from './dispatcher.js';
import { MAX_CONCURRENT_SENDS } from './max-concurrent-sends.js';
import { retryDelayMs } from './retry-schedule.js';
import type { SendAccepted, SendFailure, SendOutcome } from './send-outcome.js';
import { type ClaimedRow, LEASE_RENEWAL_MS } from './sending.repository.js';

/** How often each dispatcher's stuck sends are requeued. */
export const SWEEP_INTERVAL_MS = 5_000;

/**
 * Makes one attempt: leases the row, sends the message, then records the outcome. If the process dies in between, the
 * lease runs out and the same message is sent again under the same id.
 */
@Injectable()
export class SendingService {
  private readonly limitConcurrency = pLimit(MAX_CONCURRENT_SENDS);

  constructor(
    private readonly transactions: Transactions,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Does nothing if no attempt is due. Throws while another process holds the lease, so that the queue retries. */
  attempt<Content>(dispatcher: Dispatcher<Content>, id: string): Promise<void> {
    // Claims inside the limit, so that the lease does not run while the message waits.
    return this.limitConcurrency(async () => {
      const claim = await dispatcher.rows.claim(this.transactions, id);
      if (claim.state === 'leased')
        throw new Error(`another process is sending ${id} of ${dispatcher.rows.table}`);
      if (claim.state === 'idle') return;
      crashPoint('notifier.before-send');
      const outcome = await this.sendWhileRenewing(dispatcher, claim.row);
      if (outcome.result === 'accepted') await this.recordSent(dispatcher, claim.row, outcome);
      else await this.recordFailure(dispatcher, claim.row, outcome);
    });
  }

  /** Enqueues attempts that are due but were lost with a process or a message. Safe to run in several copies. */
  async requeueStuck<Content>(dispatcher: Dispatcher<Content>): Promise<void> {
    const stuck = await this.transactions.run(async (tx) => {
      const rows = await dispatcher.rows.listStuck(tx);
      for (const { id, attempts } of rows) dispatcher.enqueue(tx, id, attempts + 1);
      return rows;
    });
    const { table } = dispatcher.rows;
    if (stuck.length > 0) this.logger.warn({ table, ids: stuck.map(({ id }) => id) }, 'stuck sends requeued');
  }

  /** Renews the lease until the attempt has ended, so that no other process sends the message meanwhile. */
  private async sendWhileRenewing<Content>(
    dispatcher: Dispatcher<Content>,
    row: ClaimedRow<Content>,
  ): Promise<SendOutcome> {
    const renew = (): void =>
      void dispatcher.rows.renewLease(this.transactions, row).catch((err: unknown) => {
        this.logger.warn({ err, ...dispatcher.toLogFields(row) }, 'lease renewal failed');
      });
    const timer = setInterval(renew, LEASE_RENEWAL_MS);
    try {
      return await this.send(dispatcher, row);
    } finally {
      clearInterval(timer);
    }
  }

  /** Treats an internal error as a failed attempt, so that a persistent one ends in `failed`. */
  private async send<Content>(
    dispatcher: Dispatcher<Content>,
    row: ClaimedRow<Content>,
  ): Promise<SendOutcome> {
    try {
      return await dispatcher.send(row);
    } catch (err) {
      this.logger.error(
        { err, ...dispatcher.toLogFields(row), attempt: row.attempts },
        'message composition failed',
      );
      return { result: 'temporary', reason: 'NOT_COMPOSED' };
    }
  }

  private async recordSent<Content>(
    dispatcher: Dispatcher<Content>,
    row: ClaimedRow<Content>,
    outcome: SendAccepted,
  ): Promise<void> {
    crashPoint('notifier.after-send');
    await this.transactions.run(async (tx) => {
      const sentAt = await dispatcher.rows.setSent(tx, row.id);
      if (sentAt) await dispatcher.onSent(tx, row, { ...outcome, sentAt });
      crashPoint('notifier.before-sent-commit');
    });
    crashPoint('notifier.after-sent-commit');
    this.logger.info(
      { ...dispatcher.toLogFields(row), kind: row.kind, attempt: row.attempts },
      'message sent',
    );
  }

  private async recordFailure<Content>(
    dispatcher: Dispatcher<Content>,
    row: ClaimedRow<Content>,
    { result, reason, providerCode, isBounce }: SendFailure,
  ): Promise<void> {
    const delayMs =
      result === 'temporary' ? retryDelayMs(row.attempts - row.attemptsBefore, Math.random) : undefined;
    const recorded = await this.transactions.run(async (tx) => {
      if (isBounce) await dispatcher.onBounce(tx, row);
      if (delayMs === undefined) return dispatcher.rows.setFailed(tx, row, reason);
      const scheduled = await dispatcher.rows.scheduleRetry(tx, row, { delayMs, reason });
      if (scheduled) dispatcher.enqueue(tx, row.id, row.attempts + 1, delayMs);
      return scheduled;
    });
    if (!recorded) return;
    this.logger.warn(
      {
        ...dispatcher.toLogFields(row),
        kind: row.kind,
        attempt: row.attempts,
        reason,
        providerCode,
        delayMs,
      },
      delayMs === undefined ? 'message failed permanently' : 'message attempt failed',
    );
  }
}
