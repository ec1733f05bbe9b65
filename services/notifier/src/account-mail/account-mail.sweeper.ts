import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SendingService, SWEEP_INTERVAL_MS } from '../sending/sending.service.js';
import { AccountMailDispatcher } from './account-mail-dispatcher.js';

@Injectable()
export class AccountMailSweeper implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly sending: SendingService,
    private readonly dispatcher: AccountMailDispatcher,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.start({
      name: 'account mail sweep',
      intervalMs: SWEEP_INTERVAL_MS,
      run: () => this.sending.sendStuck(this.dispatcher),
    });
  }
}
