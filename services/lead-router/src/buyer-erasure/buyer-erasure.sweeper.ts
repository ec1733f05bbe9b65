import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BuyerErasureService } from './buyer-erasure.service.js';

const INTERVAL_MS = 2_000;

@Injectable()
export class BuyerErasureSweeper implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly erasure: BuyerErasureService,
  ) {}

  onModuleInit(): void {
    this.tasks.start({
      name: 'buyer erasure',
      intervalMs: INTERVAL_MS,
      run: () => this.erasure.continueAll(),
    });
  }
}
