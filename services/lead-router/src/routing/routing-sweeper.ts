import { Transactions, type Tx } from '@desk/outbox';
import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { publishOfferWaiting } from '../buyers/daily-slots.js';
import { FeedService } from '../feed/feed.service.js';
import { LeadMetrics } from './lead-metrics.js';
import { LeadRouter } from './lead-router.js';
import { type RecheckedBuyer, RoutingRepository } from './routing.repository.js';

const INTERVAL_MS = 1_000;

/** Does what only the clock triggers: new days and ended holds of buyers, and expiry of leads. */
@Injectable()
export class RoutingSweeper implements OnModuleInit {
  /** One check at the start is enough: the price changes only in a release's migration step, before any copy starts. */
  private isPriceChecked = false;

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
    if (!this.isPriceChecked) await this.recheck((tx) => this.repository.recheckMispriced(tx));
    this.isPriceChecked = true;
    await this.recheck((tx) => this.repository.recheckDue(tx));
    this.metrics.countExpired(await this.transactions.run((tx) => this.router.expireLeads(tx)));
  }

  /** Works in batches: at midnight in a large time zone, very many buyers are due at once. */
  private async recheck(recheckBatch: (tx: Tx) => Promise<RecheckedBuyer[]>): Promise<void> {
    for (;;) {
      const count = await this.transactions.run(async (tx) => {
        const rechecked = await recheckBatch(tx);
        // One message is enough: its handler routes waiting leads to all buyers.
        const reopened = rechecked.find(({ shouldOfferWaiting }) => shouldOfferWaiting);
        if (reopened) publishOfferWaiting(tx, reopened.buyerId);
        this.feed.append(
          tx,
          rechecked.map(({ buyerId }) => buyerId),
          'eligibility-changed',
        );
        return rechecked.length;
      });
      if (count === 0) return;
    }
  }
}
