import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { buyerClosed, type PayloadOf } from '@desk/contracts';
import { PeriodicTasks } from '@desk/service-kit';
import { Controller, type OnApplicationBootstrap } from '@nestjs/common';
import { AgentErasureService } from './agent-erasure.service.js';

const INTERVAL_MS = 2_000;

@Controller()
export class AgentErasureController implements OnApplicationBootstrap {
  constructor(
    private readonly erasure: AgentErasureService,
    private readonly tasks: PeriodicTasks,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.start({
      name: 'agent erasure',
      intervalMs: INTERVAL_MS,
      run: () => this.erasure.continueAll(),
    });
  }

  @HandleEvent(buyerClosed)
  begin(buyer: PayloadOf<typeof buyerClosed>, message: Message): Promise<void> {
    return this.erasure.begin(buyer, message);
  }
}
