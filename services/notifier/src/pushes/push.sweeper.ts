import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SendingService, SWEEP_INTERVAL_MS } from '../sending/sending.service.js';
import { PushDispatcher } from './push-dispatcher.js';

@Injectable()
export class PushSweeper implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly sending: SendingService,
    private readonly dispatcher: PushDispatcher,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.start({
      name: 'push sweep',
      intervalMs: SWEEP_INTERVAL_MS,
      run: () => this.sending.sendStuck(this.dispatcher),
    });
  }
}
