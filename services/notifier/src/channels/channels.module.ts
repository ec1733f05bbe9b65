import { Module } from '@nestjs/common';
import type { Channel } from './channel.js';
import { BounceService } from './bounce.service.js';
import { ChannelRegistry, CHANNELS } from './channel-registry.js';
import { ChannelRepository } from './channel.repository.js';
import { ChannelsController } from './channels.controller.js';
import { ChannelsService } from './channels.service.js';
import { EmailChannel } from './email/email-channel.js';
import { Mailer } from './email/mailer.js';
import { ChannelHealth } from './optional/channel-health.js';
import { OptionalChannelRepository } from './optional/optional-channel.repository.js';
import { OptionalChannelsController } from './optional/optional-channels.controller.js';
import { OptionalChannelsService } from './optional/optional-channels.service.js';
import { PushClient } from './push/push-client.js';
import { PushController } from './push/push.controller.js';
import { PushSetUpService } from './push/push-set-up.service.js';
import { PushSubscriptionRepository } from './push/push-subscription.repository.js';
import { AccountRecoveryController } from './recovery/account-recovery.controller.js';
import { AccountRecoveryRepository } from './account-recovery.repository.js';
import { AccountRecoveryService } from './recovery/account-recovery.service.js';
import { SlackChannel } from './slack/slack-channel.js';
import { SlackClient } from './slack/slack-client.js';
import { SlackController } from './slack/slack.controller.js';
import { SlackPacer } from './slack/slack-pacer.js';
import { SlackSetUpRepository } from './slack/slack-set-up.repository.js';
import { SlackSetUpService } from './slack/slack-set-up.service.js';
import { OptOutService } from './sms/opt-out.service.js';
import { PhoneCodeRepository } from './sms/phone-code.repository.js';
import { PhoneOptOutRepository } from './sms/phone-opt-out.repository.js';
import { SmsChannel } from './sms/sms-channel.js';
import { SmsController } from './sms/sms.controller.js';
import { SmsSetUpService } from './sms/sms-set-up.service.js';
import { TwilioClient } from './sms/twilio-client.js';
import { PhoneLookup } from './sms/phone-lookup.js';
import { TwilioRequestsService } from './sms/twilio-requests.service.js';
import { WebhookChannel } from './webhook/webhook-channel.js';
import { WebhooksController } from './webhook/webhooks.controller.js';
import { WebhooksService } from './webhook/webhooks.service.js';

const channels = [EmailChannel, SmsChannel, SlackChannel, WebhookChannel];

@Module({
  providers: [
    Mailer,
    ...channels,
    { provide: CHANNELS, useFactory: (...instances: Channel[]) => instances, inject: channels },
    ChannelRegistry,
    BounceService,
    ChannelRepository,
    ChannelsService,
    AccountRecoveryRepository,
    AccountRecoveryService,
    OptionalChannelRepository,
    OptionalChannelsService,
    ChannelHealth,
    WebhooksService,
    TwilioClient,
    PhoneCodeRepository,
    PhoneOptOutRepository,
    OptOutService,
    SmsSetUpService,
    PhoneLookup,
    TwilioRequestsService,
    SlackClient,
    SlackPacer,
    SlackSetUpRepository,
    SlackSetUpService,
    PushClient,
    PushSubscriptionRepository,
    PushSetUpService,
  ],
  controllers: [
    AccountRecoveryController,
    ChannelsController,
    OptionalChannelsController,
    WebhooksController,
    SmsController,
    SlackController,
    PushController,
  ],
  exports: [
    BounceService,
    ChannelHealth,
    Mailer,
    ChannelRegistry,
    ChannelRepository,
    PushClient,
    PushSubscriptionRepository,
  ],
})
export class ChannelsModule {}
