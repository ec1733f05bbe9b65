import type { Logger } from '@desk/service-kit';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Dispatcher } from './dispatcher.js';
import type { SendingService } from './sending.service.js';

const SWEEP_INTERVAL_MS = 5_000;

/** Periodically requeues the stuck sends of one dispatcher. Safe to run in several copies. */
export class SendingSweeper<Content> implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly sending: SendingService,
    private readonly dispatcher: Dispatcher<Content>,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.sweeping;
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(
      () => {
        this.sweeping = this.sending
          .requeueStuck(this.dispatcher)
          .catch((err: unknown) => this.logger.warn({ err }, 'stuck sends sweep failed'));
        void this.sweeping.then(() => this.schedule());
      },
      SWEEP_INTERVAL_MS * (0.8 + Math.random() * 0.4),
    );
  }
}
