import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { SendingService } from '../sending/sending.service.js';
import { SendingSweeper } from '../sending/sending.sweeper.js';
import { AccountMailDispatcher } from './account-mail-dispatcher.js';
import type { AccountMailContent } from './account-mail.entity.js';

@Injectable()
export class AccountMailSweeper extends SendingSweeper<AccountMailContent> {
  constructor(sending: SendingService, dispatcher: AccountMailDispatcher, @InjectLogger() logger: Logger) {
    super(sending, dispatcher, logger);
  }
}
