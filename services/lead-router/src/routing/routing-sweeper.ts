import { Transactions } from '@desk/outbox';
import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { publishOfferWaiting } from '../buyers/daily-slots.js';
import { FeedService } from '../feed/feed.service.js';
import { LeadMetrics } from './lead-metrics.js';
import { LeadRouter } from './lead-router.js';
import { RoutingRepository } from './routing.repository.js';

const INTERVAL_MS = 1_000;
/** Copies of another release, with another price, may run beside this one for as long as an update takes. */
const PRICE_CHECK_INTERVAL_MS = 300_000;

/** Does what only the clock triggers: new days and ended holds of buyers, and expiry of leads; and follows the price. */
@Injectable()
export class RoutingSweeper implements OnModuleInit {
  /** The first sweep checks, because the price changes with a release. */
  private priceCheckDueAt = 0;

  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly repository: RoutingRepository,
    private readonly router: LeadRouter,
    private readonly feed: FeedService,
    private readonly metrics: LeadMetrics,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'routing sweep', intervalMs: INTERVAL_MS, run: () => this.sweep() });
  }

  private async sweep(): Promise<void> {
    await this.followPrice();
    await this.reopenBuyers();
    this.metrics.countExpired(await this.transactions.run((tx) => this.router.expireLeads(tx)));
  }

  /** What is stored from the price is computed again for every buyer whom another price barred or let in. */
  private async followPrice(): Promise<void> {
    if (performance.now() < this.priceCheckDueAt) return;
    while (await this.transactions.run((tx) => this.repository.findMispriced(tx)));
    this.priceCheckDueAt = performance.now() + PRICE_CHECK_INTERVAL_MS;
  }

  /** At midnight in a large time zone very many buyers are due at once. */
  private async reopenBuyers(): Promise<void> {
    while ((await this.reopenBatch()) > 0);
  }

  private async reopenBatch(): Promise<number> {
    const buyerIds = await this.transactions.run(async (tx) => {
      const buyers = await this.repository.reopenDue(tx);
      const ids = buyers.map(({ id }) => id);
      // One message is enough: its handler routes waiting leads to all buyers.
      const reopened = buyers.find(({ shouldOfferWaiting }) => shouldOfferWaiting);
      if (reopened) publishOfferWaiting(tx, reopened.id);
      if (ids.length > 0) this.feed.append(tx, ids, 'eligibility-changed');
      return ids;
    });
    this.feed.notify(buyerIds);
    return buyerIds.length;
  }
}
