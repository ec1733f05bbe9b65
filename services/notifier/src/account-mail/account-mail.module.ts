import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { AccountMailDispatcher } from './account-mail-dispatcher.js';
import { AccountMailController } from './account-mail.controller.js';
import { AccountMailRepository } from './account-mail.repository.js';
import { AccountMailService } from './account-mail.service.js';
import { AccountMailSweeper } from './account-mail.sweeper.js';
import { IntegrationMailController } from './integration-mail.controller.js';
import { IntegrationMailService } from './integration-mail.service.js';
import { LinkSealer } from './link-sealer.js';
import { MailboxCountRepository } from './mailbox-count.repository.js';
import { MailboxLimiter } from './mailbox-limiter.js';
import { OptionalNoticesService } from './optional-notices.service.js';

@Module({
  imports: [ChannelsModule, NoticesModule, SendingModule],
  providers: [
    AccountMailRepository,
    LinkSealer,
    MailboxCountRepository,
    MailboxLimiter,
    AccountMailService,
    OptionalNoticesService,
    AccountMailDispatcher,
    AccountMailSweeper,
    IntegrationMailService,
  ],
  controllers: [AccountMailController, IntegrationMailController],
  exports: [AccountMailRepository, OptionalNoticesService],
})
export class AccountMailModule {}
