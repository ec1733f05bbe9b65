import { Broadcast, CommandClient } from '@desk/bullmq-transport';
import { getFeedHeads } from '@desk/contracts';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { inBatches } from '../http/paging.js';
import { type Listener, Listeners } from './listeners.js';

const FEED_CHECK_INTERVAL_MS = 10_000;
const BUYERS_PER_REQUEST = 1_000;

/**
 * Sends the events of buyers' feeds to their open pages. A broadcast wakes the readers of a buyer's feed. It is
 * delivered at most once, so all positions are also compared with the feeds every few seconds.
 */
@Injectable()
export class BuyerPages implements OnModuleInit {
  constructor(
    private readonly listeners: Listeners,
    private readonly commands: CommandClient,
    private readonly broadcast: Broadcast,
    private readonly tasks: PeriodicTasks,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.broadcast.subscribe('feed', (buyerId) => this.wake(buyerId));
    this.tasks.start({
      name: 'live feed check',
      intervalMs: FEED_CHECK_INTERVAL_MS,
      run: () => this.checkFeeds(),
    });
  }

  /** Sends a page what it has not received yet. Does nothing for an admin's page. */
  catchUp({ reader, userId }: Listener): void {
    reader
      ?.catchUp()
      .catch((err: unknown) => this.logger.warn({ err, buyerId: userId }, 'live feed read failed'));
  }

  private wake(buyerId: string): void {
    for (const listener of this.listeners.of(buyerId)) this.catchUp(listener);
  }

  private async checkFeeds(): Promise<void> {
    for (const buyerIds of inBatches(this.listeners.buyerIds, BUYERS_PER_REQUEST)) {
      const { heads } = await this.commands.send(getFeedHeads, { buyerIds });
      const headOf = new Map(heads.map(({ buyerId, head }) => [buyerId, head]));
      for (const buyerId of buyerIds)
        for (const listener of this.listeners.of(buyerId))
          if (listener.reader?.isBehind(headOf.get(buyerId) ?? 0)) this.catchUp(listener);
    }
  }
}
