import { applyTextMessageReport, leadDelivered, type PayloadOf } from '@desk/contracts';
import { HandleEvent } from '@desk/bullmq-transport';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { ChannelHealth } from '../channels/channel-health.js';
import { failureOfCode } from '../channels/sms/twilio-failures.js';
import { decideOnReport } from './decide-on-report.js';
import { type ReportedRow, TextMessageReportRepository } from './text-message-report.repository.js';
import { UndeliverableLeadsService } from '../undeliverable-leads/undeliverable-leads.service.js';

type Report = PayloadOf<typeof applyTextMessageReport>;

/** Twilio's code for a failure without a known cause. */
const UNKNOWN_ERROR = 30008;

/** Applies what Twilio reports about a text message after it accepted it. */
@Controller()
export class TextMessageReportsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly reports: TextMessageReportRepository,
    private readonly health: ChannelHealth,
    private readonly undeliverableLeads: UndeliverableLeadsService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Safe to repeat. Throws while the message is being sent, so that the queue retries. */
  @HandleEvent(applyTextMessageReport)
  async apply(report: Report): Promise<void> {
    const { deliveryId, messageSid, status, errorCode } = report;
    const effect = await this.transactions.run(async (tx) => {
      await this.reports.lockChannelOf(tx, deliveryId);
      await this.undeliverableLeads.lockDeliveries(tx, deliveryId);
      const row = await this.reports.find(tx, deliveryId);
      // Also a report to a system that was restored from an older backup.
      if (!row) return 'ignore';
      const decided = decideOnReport(report, row);
      if (decided === 'wait') throw new Error(`delivery ${deliveryId} is being sent`);
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
    const deliveredAt = sentAt.toISOString();
    tx.publish(
      leadDelivered,
      { deliveryId, leadId, offerId, buyerId, channel: 'sms', deliveredAt },
      { key: deliveryId },
    );
  }

  private async fail(tx: Tx, row: ReportedRow, { deliveryId, errorCode }: Report): Promise<void> {
    const failure = failureOfCode(errorCode ?? UNKNOWN_ERROR);
    await this.reports.setFailed(tx, deliveryId, failure);
    await this.health.recordFailure(tx, 'sms', row, failure);
    await this.undeliverableLeads.publishIfUndeliverable(tx, row);
  }
}
