import { Transactions } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import {
  type Claimed,
  SendingRepository,
  type SendingTable,
} from '../database/repositories/sending.repository.js';
import type { SendOutcome } from './outcome.js';
import { retryDelayMs } from './retry-schedule.js';
import type { Dispatcher } from './sending-line.js';
import { SENDING_SLOTS, Slots } from './slots.js';

type Refusal = Exclude<SendOutcome, { result: 'accepted' }>;

/**
 * One attempt: lease, send, and only then mark. A process that dies in between leaves the row leased; when the lease
 * has run out the same message goes out again under the same id.
 */
@Injectable()
export class SendingService {
  private readonly slots = new Slots(SENDING_SLOTS);

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: SendingRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Does nothing for a row that needs nothing now. Throws while another process has it, so that one asks again. */
  attempt<T extends SendingTable>(line: Dispatcher<T>, id: string): Promise<void> {
    // The lease begins when there is a free hand, not before.
    return this.slots.use(async () => {
      const claim = await this.transactions.run((tx) => this.rows.claim(tx, line.table, id));
      if (claim.state === 'leased') throw new Error(`${line.table} ${id} is in another process's hands`);
      if (claim.state === 'idle') return;
      crashPoint('notifier.before-send');
      const outcome = await this.send(line, claim.row);
      if (outcome.result === 'accepted') await this.settleSent(line, claim.row);
      else await this.settleRefused(line, claim.row, outcome);
    });
  }

  /** A fault of our own is an attempt like any other: it ends in `failed` if it never goes away. */
  private async send<T extends SendingTable>(line: Dispatcher<T>, row: Claimed<T>): Promise<SendOutcome> {
    try {
      return await line.send(row);
    } catch (err) {
      this.logger.error({ err, ...line.idsOf(row), attempt: row.attempts }, 'could not be composed');
      return { result: 'temporary', reason: 'NOT_COMPOSED' };
    }
  }

  private async settleSent<T extends SendingTable>(line: Dispatcher<T>, row: Claimed<T>): Promise<void> {
    crashPoint('notifier.after-send');
    await this.transactions.run(async (tx) => {
      const sentAt = await this.rows.markSent(tx, line.table, row.id);
      if (sentAt) line.tellSent(tx, row, sentAt);
      crashPoint('notifier.before-sent-commit');
    });
    crashPoint('notifier.after-sent-commit');
    this.logger.info({ ...line.idsOf(row), kind: row.kind, attempt: row.attempts }, 'sent');
  }

  private async settleRefused<T extends SendingTable>(
    line: Dispatcher<T>,
    row: Claimed<T>,
    { result, reason, providerCode }: Refusal,
  ): Promise<void> {
    const delayMs =
      result === 'temporary' ? retryDelayMs(row.attempts - row.attemptsBefore, Math.random) : undefined;
    const isOurs = await this.transactions.run(async (tx) => {
      if (delayMs === undefined) return this.rows.markFailed(tx, line.table, row, reason);
      const postponed = await this.rows.postpone(tx, line.table, row, { delayMs, reason });
      if (postponed) line.order(tx, row.id, row.attempts + 1, delayMs);
      return postponed;
    });
    if (!isOurs) return;
    this.logger.warn(
      { ...line.idsOf(row), kind: row.kind, attempt: row.attempts, reason, providerCode, delayMs },
      delayMs === undefined ? 'failed for good' : 'not taken, will be tried again',
    );
  }
}
