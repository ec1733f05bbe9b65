import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import { accountRecovered, applyRecovery, type PayloadOf, type RequestOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { AccountRecoveryService } from './account-recovery.service.js';

@Controller()
export class AccountRecoveryController {
  constructor(private readonly recoveries: AccountRecoveryService) {}

  @HandleCommand(applyRecovery)
  async apply(recovery: RequestOf<typeof applyRecovery>): Promise<object> {
    await this.recoveries.apply(recovery);
    return {};
  }

  @HandleEvent(accountRecovered)
  applyEvent(recovery: PayloadOf<typeof accountRecovered>, message: Message): Promise<void> {
    return this.recoveries.applyEvent(recovery, message);
  }
}
