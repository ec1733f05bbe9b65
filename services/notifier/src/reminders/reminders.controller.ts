import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { type PayloadOf, reminderDue } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AccountMailService } from '../account-mail/account-mail.service.js';
import { ChannelRepository } from '../channels/channel.repository.js';
import { PushFlow } from '../push/push.flow.js';

/** Reminds agents to call a lead back at the time they chose. */
@Controller()
export class RemindersController {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly mails: AccountMailService,
    private readonly pushes: PushFlow,
  ) {}

  /**
   * One email, and one notification on each browser, for each time that an agent chose. Quiet hours hold back neither. None
   * for an agent who was erased.
   */
  @HandleEvent(reminderDue)
  async remind(reminder: PayloadOf<typeof reminderDue>, message: Message): Promise<void> {
    const { buyerId: userId, leadId, remindAt, leadType, state } = reminder;
    const subject = 'reminder-due';
    await this.transactions.once(message, async (tx) => {
      // Until their paid leads are delivered, erased agents still have browsers.
      if (await this.channels.lockErased(tx, userId)) return;
      await this.mails.insertNotice(tx, {
        userId,
        occasion: `${subject}-${leadId}-${remindAt}`,
        content: { subject, leadId, remindAt, leadType, state },
      });
      await this.pushes.create(tx, userId, { subject, leadId, state, leadType, at: remindAt });
    });
  }
}
