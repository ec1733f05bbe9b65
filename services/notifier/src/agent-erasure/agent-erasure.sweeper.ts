import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AgentErasureService } from './agent-erasure.service.js';

const INTERVAL_MS = 2_000;

@Injectable()
export class AgentErasureSweeper implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly erasure: AgentErasureService,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.start({
      name: 'agent erasure',
      intervalMs: INTERVAL_MS,
      run: () => this.erasure.continueAll(),
    });
  }
}
