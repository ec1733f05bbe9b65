import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SendingService, SWEEP_INTERVAL_MS } from '../sending/sending.service.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import { UndeliverableLeadsService } from './undeliverable-leads.service.js';

const UNDELIVERABLE_INTERVAL_MS = 60_000;

@Injectable()
export class DeliverySweeper implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly sending: SendingService,
    private readonly dispatcher: DeliveryDispatcher,
    private readonly undeliverableLeads: UndeliverableLeadsService,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.start({
      name: 'delivery sweep',
      intervalMs: SWEEP_INTERVAL_MS,
      run: () => this.sending.sendStuck(this.dispatcher),
    });
    this.tasks.start({
      name: 'undeliverable lead sweep',
      intervalMs: UNDELIVERABLE_INTERVAL_MS,
      run: () => this.undeliverableLeads.sweep(),
    });
  }
}
