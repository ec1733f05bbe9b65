import { RetentionModule } from '@desk/service-kit';
import { Module } from '@nestjs/common';
import { AccountMailModule } from './account-mail/account-mail.module.js';
import { ChannelsModule } from './channels/channels.module.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { retentionRules } from './retention/retention-rules.js';

/**
 * Channels know where a buyer is reached, deliveries and account mail decide what is sent, and `sending` makes the
 * attempts for both.
 */
@Module({
  imports: [ChannelsModule, DeliveriesModule, AccountMailModule, RetentionModule.of(retentionRules)],
})
export class AppModule {}
