import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BuyersModule } from '../buyers/buyers.module.js';
import { ChannelsController } from './channels.controller.js';
import { PushController } from './push.controller.js';
import { SlackController } from './slack.controller.js';
import { NoticesController } from './notices.controller.js';
import { SmsController } from './sms.controller.js';
import { IntegrationsController } from './integrations.controller.js';
import { SecondFactorsController } from './second-factors.controller.js';
import { SecurityController } from './security.controller.js';
import { UserController } from './user.controller.js';
import { WebhookChannelController } from './webhook-channel.controller.js';

@Module({
  imports: [AuthModule, BuyersModule],
  controllers: [
    UserController,
    SecurityController,
    SecondFactorsController,
    IntegrationsController,
    ChannelsController,
    WebhookChannelController,
    SmsController,
    SlackController,
    PushController,
    NoticesController,
  ],
})
export class AccountsModule {}
