import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { accountMail, type PayloadOf, sendAccountMail } from '@desk/contracts';
import { Controller, type OnApplicationBootstrap } from '@nestjs/common';
import { SendingService } from '../sending/sending.service.js';
import { AccountMailDispatcher } from './account-mail-dispatcher.js';
import { AccountMailService } from './account-mail.service.js';

@Controller()
export class AccountMailController implements OnApplicationBootstrap {
  constructor(
    private readonly mails: AccountMailService,
    private readonly sending: SendingService,
    private readonly dispatcher: AccountMailDispatcher,
  ) {}

  onApplicationBootstrap(): void {
    this.sending.startSweeping(this.dispatcher);
  }

  @HandleEvent(accountMail)
  create(mail: PayloadOf<typeof accountMail>, message: Message): Promise<void> {
    return this.mails.create(mail, message);
  }

  @HandleEvent(sendAccountMail)
  send({ mailId }: PayloadOf<typeof sendAccountMail>): Promise<void> {
    return this.sending.attempt(this.dispatcher, mailId, 'email');
  }
}
