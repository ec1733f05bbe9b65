import { EncryptionModule, RetentionModule } from '@desk/service-kit';
import { StepRunner } from '@desk/steps';
import { Module } from '@nestjs/common';
import { AccountMailFlow } from './account-mail/account-mail.flow.js';
import { AccountMailRepository } from './account-mail/account-mail.repository.js';
import { AccountMailService } from './account-mail/account-mail.service.js';
import { AccountNoticesController } from './account-mail/account-notices.controller.js';
import { LinkSealer } from './account-mail/link-sealer.js';
import { MailboxCountRepository, MailboxLimiter } from './account-mail/mailbox-limiter.js';
import { AgentErasureController, AgentErasureRepository } from './agent-erasure/agent-erasure.controller.js';
import { AttentionController } from './attention/attention.controller.js';
import { AccountRecoveryRepository } from './channels/account-recovery.repository.js';
import { ChannelHealth } from './channels/channel-health.js';
import { ChannelRegistry } from './channels/channel-registry.js';
import { ChannelRepository } from './channels/channel.repository.js';
import { BounceRepository } from './channels/email/bounce.repository.js';
import { EmailChannel } from './channels/email/email-channel.js';
import { Mailer } from './channels/email/mailer.js';
import { OptionalChannelRepository } from './channels/optional-channel.repository.js';
import { OptionalChannelsController } from './channels/optional-channels.controller.js';
import { OptionalChannelsService } from './channels/optional-channels.service.js';
import { SlackChannel } from './channels/slack/slack-channel.js';
import { SlackClient } from './channels/slack/slack-client.js';
import { SlackRateLimiter } from './channels/slack/slack-rate-limiter.js';
import { SlackSetUpRepository } from './channels/slack/slack-set-up.repository.js';
import { SlackController } from './channels/slack/slack.controller.js';
import { PhoneCodeRepository } from './channels/sms/phone-code.repository.js';
import { PhoneOptOutRepository } from './channels/sms/phone-opt-out.repository.js';
import { SmsChannel } from './channels/sms/sms-channel.js';
import { SmsSetUpController } from './channels/sms/sms-set-up.controller.js';
import { TwilioClient } from './channels/sms/twilio-client.js';
import { WebhookChannel } from './channels/webhook/webhook-channel.js';
import { WebhooksController } from './channels/webhook/webhooks.controller.js';
import { ContactRepository } from './contacts/contact.repository.js';
import { ContactsController } from './contacts/contacts.controller.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveryFlow } from './deliveries/delivery.flow.js';
import { DeliveryMetrics } from './deliveries/delivery-metrics.js';
import { DeliveryRepository } from './deliveries/delivery.repository.js';
import { EmailBacklogAnnouncer } from './deliveries/email-backlog.announcer.js';
import { FailedDeliveryRepository } from './deliveries/failed-delivery.repository.js';
import { DeliveryLogController } from './delivery-log/delivery-log.controller.js';
import { DeliveryLogRepository } from './delivery-log/delivery-log.repository.js';
import { ResendController } from './delivery-log/resend.controller.js';
import { NoticePreferencesRepository } from './notices/notice-preferences.repository.js';
import { NoticeSettingsRepository } from './notices/notice-settings.repository.js';
import { NoticesController } from './notices/notices.controller.js';
import { UnsubscribeLinks } from './notices/unsubscribe-links.js';
import { PushClient } from './push/push-client.js';
import { PushFlow } from './push/push.flow.js';
import { PushSubscriptionRepository } from './push/push-subscription.repository.js';
import { PushController } from './push/push.controller.js';
import { AccountRecoveryController } from './recovery/account-recovery.controller.js';
import { RemindersController } from './reminders/reminders.controller.js';
import { retentionRules } from './retention/retention-rules.js';
import {
  TextMessageReportRepository,
  TextMessageReportsService,
} from './twilio-callbacks/text-message-reports.service.js';
import { TwilioController } from './twilio-callbacks/twilio.controller.js';
import { RefundsController } from './undeliverable-leads/refunds.controller.js';
import {
  UndeliverableLeadRepository,
  UndeliverableLeadsService,
} from './undeliverable-leads/undeliverable-leads.service.js';

/** Each capability uses those before it. */
@Module({
  imports: [EncryptionModule, RetentionModule.of(retentionRules)],
  controllers: [
    ContactsController,
    OptionalChannelsController,
    SlackController,
    SmsSetUpController,
    WebhooksController,
    NoticesController,
    AccountMailFlow,
    AccountNoticesController,
    PushController,
    RemindersController,
    RefundsController,
    DeliveriesController,
    DeliveryLogController,
    ResendController,
    AttentionController,
    TwilioController,
    AccountRecoveryController,
    AgentErasureController,
  ],
  providers: [
    AccountRecoveryRepository,
    BounceRepository,
    ChannelHealth,
    ChannelRegistry,
    ChannelRepository,
    EmailChannel,
    Mailer,
    OptionalChannelRepository,
    OptionalChannelsService,
    SlackChannel,
    SlackClient,
    SlackRateLimiter,
    SlackSetUpRepository,
    PhoneCodeRepository,
    PhoneOptOutRepository,
    SmsChannel,
    TwilioClient,
    WebhookChannel,
    NoticePreferencesRepository,
    NoticeSettingsRepository,
    UnsubscribeLinks,
    StepRunner,
    AccountMailRepository,
    AccountMailService,
    LinkSealer,
    MailboxCountRepository,
    MailboxLimiter,
    ContactRepository,
    PushClient,
    PushFlow,
    PushSubscriptionRepository,
    UndeliverableLeadRepository,
    UndeliverableLeadsService,
    DeliveryFlow,
    DeliveryMetrics,
    DeliveryRepository,
    EmailBacklogAnnouncer,
    FailedDeliveryRepository,
    DeliveryLogRepository,
    TextMessageReportRepository,
    TextMessageReportsService,
    AgentErasureRepository,
  ],
})
export class AppModule {}
