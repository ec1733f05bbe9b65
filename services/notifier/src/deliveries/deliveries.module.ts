import { Module } from '@nestjs/common';
import { AccountMailModule } from '../account-mail/account-mail.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { PushesModule } from '../pushes/pushes.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { ContactChangeService } from './contact-change.service.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import { DeliveryLogController } from './delivery-log.controller.js';
import { DeliveryLogRepository } from './delivery-log.repository.js';
import { DeliveryLogService } from './delivery-log.service.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliverySweeper } from './delivery.sweeper.js';
import { EmailBacklogAnnouncer } from './email-backlog.announcer.js';
import { ResendManyService } from './resend-many.service.js';
import { ResendService } from './resend.service.js';
import { TextMessageReportRepository } from './text-message-report.repository.js';
import { TextMessageReportService } from './text-message-report.service.js';
import { UndeliverableLeadRepository } from './undeliverable-lead.repository.js';
import { UndeliverableLeadsService } from './undeliverable-leads.service.js';

@Module({
  imports: [AccountMailModule, ChannelsModule, NoticesModule, PushesModule, SendingModule],
  providers: [
    DeliveryRepository,
    DeliveriesService,
    UndeliverableLeadRepository,
    UndeliverableLeadsService,
    ContactChangeService,
    DeliveryMetrics,
    DeliveryDispatcher,
    DeliverySweeper,
    DeliveryLogRepository,
    DeliveryLogService,
    EmailBacklogAnnouncer,
    ResendService,
    ResendManyService,
    TextMessageReportRepository,
    TextMessageReportService,
  ],
  controllers: [DeliveriesController, DeliveryLogController],
})
export class DeliveriesModule {}
