import { applyTextMessageReport, type DeliveryState, leadDelivered, type PayloadOf } from '@desk/contracts';
import { prepared, Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { ChannelHealth } from '../channels/channel-health.js';
import { failureOfCode } from '../channels/sms/twilio-failures.js';
import { DeliveryMetrics } from '../deliveries/delivery-metrics.js';
import type { SendFailure } from '../sending/send-outcome.js';
import { UndeliverableLeadsService } from '../undeliverable-leads/undeliverable-leads.service.js';

type Report = PayloadOf<typeof applyTextMessageReport>;

export interface ReportedDelivery {
  readonly status: DeliveryState;
  /** The last message that Twilio accepted, as far as its answer arrived. */
  readonly providerMessageId: string | null;
  readonly isConfirmed: boolean;
  /** A process is sending it, and may not have recorded Twilio's answer yet. */
  readonly isLeased: boolean;
}

interface ReportedRow extends ReportedDelivery {
  readonly leadId: string;
  readonly offerId: string;
  readonly buyerId: string;
  readonly channelId: string;
  /** The channel's `verifiedAt` when the last message was sent. */
  readonly verifiedAt: string | null;
}

const SELECT_REPORTED = prepared(
  `SELECT status, lead_id AS "leadId", offer_id AS "offerId", buyer_id AS "buyerId",
          provider_message_id AS "providerMessageId", confirmed_at IS NOT NULL AS "isConfirmed",
          COALESCE(lease_until > now(), false) AS "isLeased",
          channel_id AS "channelId", contact ->> 'verifiedAt' AS "verifiedAt"
     FROM deliveries WHERE id = $1 AND kind = 'sms'`,
);
const LOCK_REPORTED = prepared(`${SELECT_REPORTED} FOR NO KEY UPDATE`);
const SET_SENT = prepared(
  `UPDATE deliveries
      SET status = 'sent', sent_at = COALESCE(sent_at, clock_timestamp()), failed_at = NULL, lease_until = NULL,
          provider_message_id = $2, confirmed_at = CASE WHEN $3 THEN clock_timestamp() END
    WHERE id = $1 RETURNING sent_at AS "sentAt"`,
);

@Injectable()
export class TextMessageReportRepository {
  async find(
    statements: Pick<Tx, 'query'>,
    deliveryId: string,
    { isLocked }: { readonly isLocked: boolean },
  ): Promise<ReportedRow | undefined> {
    const [row] = await statements.query<ReportedRow>(isLocked ? LOCK_REPORTED : SELECT_REPORTED, [
      deliveryId,
    ]);
    return row;
  }

  /** Returns when the delivery was sent. */
  async setSent(tx: Tx, deliveryId: string, messageSid: string, isConfirmed: boolean): Promise<Date> {
    const [row] = await tx.query<{ sentAt: Date }>(SET_SENT, [deliveryId, messageSid, isConfirmed]);
    if (!row) throw new Error(`delivery ${deliveryId} does not exist`);
    return row.sentAt;
  }

  async setFailed(tx: Tx, deliveryId: string, { reason, isOurFailure }: SendFailure): Promise<void> {
    await tx.query(
      `UPDATE deliveries
          SET status = 'failed', failed_at = now(), sent_at = NULL, last_error_code = $2, reported_failure_is_ours = $3
        WHERE id = $1`,
      [deliveryId, reason, isOurFailure === true],
    );
  }
}

/** Twilio's words for what became of a message. Others are steps in between. */
const DELIVERED: readonly string[] = ['delivered', 'read'];
const FAILED: readonly string[] = ['failed', 'undelivered', 'canceled'];

type ReportEffect =
  /** The message arrived. */
  | 'confirm'
  /** Twilio accepted the message, though its answer was lost: it must not be sent again. */
  | 'accept'
  | 'fail'
  | 'ignore'
  /** Cannot be decided before the answer is recorded. */
  | 'wait';

/**
 * Decides what a report changes, in whatever order reports come: an arrival is final, and a failure counts only for the
 * last message of a delivery.
 */
export function decideOnReport(
  report: Pick<Report, 'messageSid' | 'status'>,
  delivery: ReportedDelivery,
): ReportEffect {
  const { status, providerMessageId, isConfirmed, isLeased } = delivery;
  if (isConfirmed) return 'ignore';
  if (status === 'queued' && isLeased) return 'wait';
  if (DELIVERED.includes(report.status)) return 'confirm';
  const isLastMessage = report.messageSid === providerMessageId;
  if (FAILED.includes(report.status)) return status === 'sent' && isLastMessage ? 'fail' : 'ignore';
  return status === 'queued' && !isLastMessage ? 'accept' : 'ignore';
}

/** Twilio's code for a failure without a known cause. */
const UNKNOWN_ERROR = 30008;

/** Applies what Twilio reports about a text message after it accepted it. Safe to repeat. */
@Injectable()
export class TextMessageReportsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly reports: TextMessageReportRepository,
    private readonly health: ChannelHealth,
    private readonly undeliverableLeads: UndeliverableLeadsService,
    private readonly metrics: DeliveryMetrics,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** A report that cannot be decided yet is stored as a message: once answered, Twilio does not repeat it. */
  async receive(report: Report): Promise<void> {
    // A report of `sent` usually changes nothing, which needs no lock to find out.
    const row = await this.reports.find(this.transactions, report.deliveryId, { isLocked: false });
    if (!row || decideOnReport(report, row) === 'ignore') return;
    await this.apply(report, (tx) =>
      tx.publish(applyTextMessageReport, report, { key: `${report.messageSid}-${report.status}` }),
    );
  }

  /** @throws Error while the message is being sent, so that the queue retries */
  async applyStored(report: Report): Promise<void> {
    await this.apply(report, () => {
      throw new Error(`delivery ${report.deliveryId} is being sent`);
    });
  }

  private async apply(report: Report, postpone: (tx: Tx) => void): Promise<void> {
    const { deliveryId, messageSid, status, errorCode } = report;
    const effect = await this.transactions.run(async (tx) => {
      // Only a failure concerns the channel and the lead's other deliveries.
      if (FAILED.includes(status)) await this.undeliverableLeads.lockDeliveries(tx, deliveryId, 'UPDATE');
      const row = await this.reports.find(tx, deliveryId, { isLocked: true });
      // Happens, for example, after a restore from an older backup.
      if (!row) return 'ignore';
      const decided = decideOnReport(report, row);
      if (decided === 'wait') postpone(tx);
      if (decided === 'fail') await this.fail(tx, row, report);
      if (decided === 'accept' || decided === 'confirm')
        await this.recordSent(tx, row, report, decided === 'confirm');
      return decided;
    });
    this.logger.info({ deliveryId, messageSid, status, errorCode, effect }, 'text message report applied');
  }

  private async recordSent(
    tx: Tx,
    { status, leadId, offerId, buyerId }: ReportedRow,
    { deliveryId, messageSid }: Report,
    isConfirmed: boolean,
  ): Promise<void> {
    const sentAt = await this.reports.setSent(tx, deliveryId, messageSid, isConfirmed);
    if (status === 'sent') return;
    // A failed one may have been counted as sent before Twilio reported its failure.
    if (status === 'queued') tx.afterCommit(() => this.metrics.count('sms', 'sent'));
    const deliveredAt = sentAt.toISOString();
    const delivered = { deliveryId, leadId, offerId, buyerId, channel: 'sms', deliveredAt } as const;
    tx.publish(leadDelivered, delivered, { key: deliveryId });
  }

  private async fail(tx: Tx, row: ReportedRow, { deliveryId, errorCode }: Report): Promise<void> {
    const failure = failureOfCode(errorCode ?? UNKNOWN_ERROR);
    await this.reports.setFailed(tx, deliveryId, failure);
    await this.health.recordFailure(tx, 'sms', row, failure);
    await this.undeliverableLeads.publishIfUndeliverable(tx, row);
    tx.afterCommit(() => this.metrics.count('sms', 'failed'));
  }
}
