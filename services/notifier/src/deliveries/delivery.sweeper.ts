import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SendingService, SWEEP_INTERVAL_MS } from '../sending/sending.service.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';

@Injectable()
export class DeliverySweeper implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly sending: SendingService,
    private readonly dispatcher: DeliveryDispatcher,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.start({
      name: 'delivery sweep',
      intervalMs: SWEEP_INTERVAL_MS,
      run: () => this.sending.sendStuck(this.dispatcher),
    });
  }
}
