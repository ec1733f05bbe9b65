import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { AccountMailDispatcher } from './account-mail-dispatcher.js';
import { AccountMailController } from './account-mail.controller.js';
import { AccountMailRepository } from './account-mail.repository.js';
import { AccountMailService } from './account-mail.service.js';
import { AccountMailSweeper } from './account-mail.sweeper.js';
import { IntegrationMailController } from './integration-mail.controller.js';
import { IntegrationMailService } from './integration-mail.service.js';
import { LinkSealer } from './link-sealer.js';

@Module({
  imports: [ChannelsModule, SendingModule],
  providers: [
    AccountMailRepository,
    LinkSealer,
    AccountMailService,
    AccountMailDispatcher,
    AccountMailSweeper,
    IntegrationMailService,
  ],
  controllers: [AccountMailController, IntegrationMailController],
})
export class AccountMailModule {}
