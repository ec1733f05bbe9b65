import { offerWaitingLeads } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectEnv, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { LeadRouterEnv } from '../env.js';
import { FeedService } from '../feed/feed.service.js';
import { RoutingRepository } from './routing.repository.js';
import { RoutingService } from './routing.service.js';

const INTERVAL_MS = 1_000;

/** Does what only the clock triggers: new days of buyers, expiry of leads, and waiting leads that no event woke. */
@Injectable()
export class RoutingSweeper implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly repository: RoutingRepository,
    private readonly routing: RoutingService,
    private readonly feed: FeedService,
    @InjectEnv() private readonly env: LeadRouterEnv,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'routing sweep', intervalMs: INTERVAL_MS, run: () => this.sweep() });
  }

  private async sweep(): Promise<void> {
    await this.startNewDays();
    await this.transactions.run((tx) => this.repository.expireLeads(tx, this.env.LEAD_MAX_AGE_HOURS));
    await this.routing.routeWaiting();
  }

  private async startNewDays(): Promise<void> {
    const buyerIds = await this.transactions.run(async (tx) => {
      const ids = await this.repository.startNewDays(tx);
      const [first] = ids;
      if (first === undefined) return [];
      tx.publish(offerWaitingLeads, { buyerId: first }, { key: `reopened-${first}-${Date.now()}` });
      await this.feed.append(tx, ids, 'eligibility-changed');
      return ids;
    });
    this.feed.notify(buyerIds);
  }
}
