import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { leadRefunded, leadRefundFailed, leadSeen, type PayloadOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AccountMailService } from '../account-mail/account-mail.service.js';
import { UndeliverableLeadRepository } from './undeliverable-leads.service.js';

@Controller()
export class RefundsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly leads: UndeliverableLeadRepository,
    private readonly mails: AccountMailService,
  ) {}

  /**
   * The buyer of a lead got the money back: from an admin, after a lost dispute, or because the lead was undeliverable. The
   * lead is not sent any more, and its buyer gets an email.
   */
  @HandleEvent(leadRefunded)
  async onRefund(refund: PayloadOf<typeof leadRefunded>, message: Message): Promise<void> {
    const { buyerId: userId, refundId, leadId, amountCents, reason, refundedAt } = refund;
    await this.transactions.once(message, async (tx) => {
      // First, because it locks the buyer's channels, and every transaction locks those before deliveries.
      await this.mails.insertNotice(tx, {
        userId,
        occasion: `refund-${refundId}`,
        content: { subject: 'refund', leadId, amountCents, reason, refundedAt },
      });
      await this.leads.recordRefund(tx, refund);
    });
  }

  /** The refund failed and we have the money again, so the lead can be sent again. */
  @HandleEvent(leadRefundFailed)
  async onFailedRefund(refund: PayloadOf<typeof leadRefundFailed>, message: Message): Promise<void> {
    await this.transactions.once(message, (tx) => this.leads.recordFailedRefund(tx, refund));
  }

  /** The lead counts as delivered, so it can be sent again. */
  @HandleEvent(leadSeen)
  async onSeen({ offerId, seenAt }: PayloadOf<typeof leadSeen>, message: Message): Promise<void> {
    await this.transactions.once(message, (tx) => this.leads.setSeen(tx, offerId, seenAt));
  }
}
