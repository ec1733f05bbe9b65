import { HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  accountMail,
  accountStatusChanged,
  buyerReviewChanged,
  buyerSettingsChanged,
  cardExpiring,
  channelChanged,
  dailyLimitReached,
  leadRefunded,
  offerDeclined,
  type PayloadOf,
  problemReportChanged,
  sendAccountMail,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { SendingService } from '../sending/sending.service.js';
import { AccountMailDispatcher } from './account-mail-dispatcher.js';
import { AccountMailService } from './account-mail.service.js';
import { OptionalNoticesService } from './optional-notices.service.js';

@Controller()
export class AccountMailController {
  constructor(
    private readonly accountMail: AccountMailService,
    private readonly optionalNotices: OptionalNoticesService,
    private readonly sending: SendingService,
    private readonly dispatcher: AccountMailDispatcher,
  ) {}

  @HandleEvent(offerDeclined)
  createForDecline(decline: PayloadOf<typeof offerDeclined>, message: Message): Promise<void> {
    return this.accountMail.createForDecline(decline, message);
  }

  @HandleEvent(buyerReviewChanged)
  createForReview(review: PayloadOf<typeof buyerReviewChanged>, message: Message): Promise<void> {
    return this.accountMail.createForReview(review, message);
  }

  @HandleEvent(buyerSettingsChanged)
  createForPause(change: PayloadOf<typeof buyerSettingsChanged>, message: Message): Promise<void> {
    return this.accountMail.createForPause(change, message);
  }

  @HandleEvent(accountStatusChanged)
  createForDisabledAccount(status: PayloadOf<typeof accountStatusChanged>, message: Message): Promise<void> {
    return this.accountMail.createForDisabledAccount(status, message);
  }

  @HandleEvent(leadRefunded)
  createForRefund(refund: PayloadOf<typeof leadRefunded>, message: Message): Promise<void> {
    return this.accountMail.createForRefund(refund, message);
  }

  @HandleEvent(problemReportChanged)
  createForProblemReport(report: PayloadOf<typeof problemReportChanged>, message: Message): Promise<void> {
    return this.accountMail.createForProblemReport(report, message);
  }

  @HandleEvent(cardExpiring)
  createForExpiringCard(card: PayloadOf<typeof cardExpiring>, message: Message): Promise<void> {
    return this.accountMail.createForExpiringCard(card, message);
  }

  @HandleEvent(channelChanged)
  createForChannel(change: PayloadOf<typeof channelChanged>, message: Message): Promise<void> {
    return change.isSetUp
      ? this.accountMail.createForNewDestination(change, message)
      : this.optionalNotices.createForChannel(change, message);
  }

  @HandleEvent(dailyLimitReached)
  createForLimit(reached: PayloadOf<typeof dailyLimitReached>, message: Message): Promise<void> {
    return this.optionalNotices.createForLimit(reached, message);
  }

  @HandleEvent(accountMail)
  create(mail: PayloadOf<typeof accountMail>, message: Message): Promise<void> {
    return this.accountMail.create(mail, message);
  }

  @HandleEvent(sendAccountMail)
  send({ mailId }: PayloadOf<typeof sendAccountMail>): Promise<void> {
    return this.sending.attempt(this.dispatcher, mailId, 'email');
  }
}
