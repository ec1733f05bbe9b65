import { EncryptionModule, ReencryptionModule, RetentionModule } from '@desk/service-kit';
import { Module } from '@nestjs/common';
import { AccountMailModule } from './account-mail/account-mail.module.js';
import { AgentErasureModule } from './agent-erasure/agent-erasure.module.js';
import { ChannelsModule } from './channels/channels.module.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { PushesModule } from './pushes/pushes.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { reencryptionTasks } from './reencryption/reencryption-tasks.js';
import { retentionRules } from './retention/retention-rules.js';

/**
 * Channels know where a buyer is reached, deliveries and account mail decide what is sent, and `sending` makes the
 * attempts for both.
 */
@Module({
  imports: [
    EncryptionModule,
    ChannelsModule,
    NoticesModule,
    DeliveriesModule,
    PushesModule,
    AccountMailModule,
    AgentErasureModule,
    RetentionModule.of(retentionRules),
    ReencryptionModule.of(reencryptionTasks),
  ],
})
export class AppModule {}
