import { Module } from '@nestjs/common';
import { AccountMailController } from './account-mail/account-mail.controller.js';
import { AccountMailDispatcher } from './account-mail/account-mail.line.js';
import { AccountMailService } from './account-mail/account-mail.service.js';
import { LinkSeal } from './account-mail/link-seal.js';
import { ChannelsController } from './channels/channels.controller.js';
import { ChannelsService } from './channels/channels.service.js';
import { LeadEmailSender } from './channels/email/lead-email.sender.js';
import { Mailer } from './channels/email/mailer.js';
import { LEAD_SENDERS, type LeadSender, LeadSenders } from './channels/lead-sender.js';
import { AccountMailsRepository } from './database/repositories/account-mails.repository.js';
import { ChannelsRepository } from './database/repositories/channels.repository.js';
import { DeliveryLogRepository } from './database/repositories/delivery-log.repository.js';
import { DeliveriesRepository } from './database/repositories/deliveries.repository.js';
import { SendingRepository } from './database/repositories/sending.repository.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryDispatcher } from './deliveries/delivery.line.js';
import { DeliveryLogService } from './deliveries/delivery-log.service.js';
import { ResendService } from './deliveries/resend.service.js';
import { SendingService } from './sending/sending.service.js';
import { SendingSweeper } from './sending/sending.sweeper.js';

/** Channels say where a buyer is reached, deliveries and account mail what is to be sent, sending gets it there. */
@Module({
  controllers: [ChannelsController, DeliveriesController, AccountMailController],
  providers: [
    ChannelsService,
    Mailer,
    LeadEmailSender,
    { provide: LEAD_SENDERS, useFactory: (...senders: LeadSender[]) => senders, inject: [LeadEmailSender] },
    LeadSenders,
    DeliveriesService,
    DeliveryDispatcher,
    DeliveryLogService,
    ResendService,
    AccountMailService,
    AccountMailDispatcher,
    LinkSeal,
    SendingService,
    SendingSweeper,
    ChannelsRepository,
    DeliveriesRepository,
    DeliveryLogRepository,
    AccountMailsRepository,
    SendingRepository,
  ],
})
export class AppModule {}
