import { offerWaitingLeads } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectEnv, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { derivedColumns, TODAY } from '../buyers/eligibility.sql.js';
import type { LeadRouterEnv } from '../env.js';
import { FeedService } from '../feed/feed.service.js';
import { RoutingService } from './routing.service.js';

const EVERY_MS = 1_000;

/** What the clock alone brings about: midnights, leads that grow too old, and waiting leads that nothing else woke. */
@Injectable()
export class RoutingSweeper implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly routing: RoutingService,
    private readonly feed: FeedService,
    @InjectEnv() private readonly env: LeadRouterEnv,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.schedule();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  async sweep(): Promise<void> {
    await this.reopenBuyers();
    await this.expireLeads();
    await this.routing.routeWaiting();
  }

  /** A new day has begun for these buyers. */
  private async reopenBuyers(): Promise<void> {
    const buyerIds = await this.transactions.run(async (tx) => {
      const reopened = await tx.query<{ id: string }>(
        `UPDATE buyers b
            SET units_day = ${TODAY}, units_used = 0, ${derivedColumns({ slotsUsedToday: '0' })}
          WHERE b.id IN (SELECT id FROM buyers WHERE reopens_at <= clock_timestamp()
                          ORDER BY reopens_at LIMIT 1000 FOR UPDATE SKIP LOCKED)
            AND b.units_day < ${TODAY}
        RETURNING b.id`,
      );
      const ids = reopened.map(({ id }) => id);
      const [first] = ids;
      if (first === undefined) return [];
      tx.publish(offerWaitingLeads, { buyerId: first }, { key: `reopened-${first}-${Date.now()}` });
      await this.feed.append(tx, ids, 'eligibility-changed');
      return ids;
    });
    this.feed.say(buyerIds);
  }

  private async expireLeads(): Promise<void> {
    await this.transactions.run(async (tx) => {
      await tx.query(
        `UPDATE leads SET status = 'expired'
          WHERE id IN (SELECT id FROM leads
                        WHERE status = 'available' AND created_at < now() - make_interval(hours => $1)
                        ORDER BY created_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
        [this.env.LEAD_MAX_AGE_HOURS],
      );
    });
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(
      () => {
        this.running = this.sweep()
          .catch((err: unknown) => this.logger.warn({ err }, 'sweep failed, will be tried again'))
          .then(() => this.schedule());
      },
      EVERY_MS * (0.75 + Math.random() / 2),
    );
  }
}
