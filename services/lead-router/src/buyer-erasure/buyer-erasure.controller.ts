import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { agentErased, buyerClosed, DomainError, type PayloadOf } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Controller, type OnModuleInit } from '@nestjs/common';
import { BuyerRepository } from '../buyers/buyer.repository.js';
import { FeedService } from '../feed/feed.service.js';
import { BuyerErasureRepository } from './buyer-erasure.repository.js';

const INTERVAL_MS = 2_000;

/** Ends all business with an erased buyer: at once what is new, and in order what was already begun (ADR 28). */
@Controller()
export class BuyerErasureController implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly buyers: BuyerRepository,
    private readonly repository: BuyerErasureRepository,
    private readonly feed: FeedService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'buyer erasure', intervalMs: INTERVAL_MS, run: () => this.continueAll() });
  }

  /** Throws for a buyer whose registration has not arrived yet, so that the event is retried until it has. */
  @HandleEvent(agentErased)
  async stop({ userId: buyerId }: PayloadOf<typeof agentErased>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      if (!(await this.buyers.lock(tx, buyerId))) throw new DomainError('BUYER_NOT_FOUND');
      // From the commit on, no lead is offered to the buyer.
      await this.buyers.erase(tx, buyerId);
      crashPoint('lead-router.erasure.before-stop-commit');
    });
    crashPoint('lead-router.erasure.after-stop-commit');
    this.feed.notify([buyerId]);
    await this.continue(buyerId);
  }

  /** Safe to repeat, in several copies at once. */
  private async continueAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const buyerId of await this.repository.listClosing())
      await this.continue(buyerId).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'buyers could not be closed');
  }

  /** Removes the buyer's texts, and closes the buyer unless a charge has no outcome yet. */
  private async continue(buyerId: string): Promise<void> {
    await this.repeat((tx) => this.repository.removeNotes(tx, buyerId));
    await this.repeat((tx) => this.repository.removeReportTexts(tx, buyerId));
    await this.repeat((tx) => this.repository.removeDecisionReasons(tx, buyerId));
    const isClosed = await this.transactions.run(async (tx) => {
      const closedAt = await this.repository.close(tx, buyerId);
      if (!closedAt) return false;
      const undeliveredLeadIds = await this.repository.listUndelivered(tx, buyerId);
      tx.publish(buyerClosed, { buyerId, undeliveredLeadIds, at: closedAt.toISOString() }, { key: buyerId });
      crashPoint('lead-router.erasure.before-close-commit');
      return true;
    });
    if (isClosed) this.logger.info({ buyerId }, 'buyer closed');
  }

  /** Each batch is a transaction of its own, so that a kill loses one and nothing is locked for long. */
  private async repeat(removeBatch: (tx: Tx) => Promise<boolean>): Promise<void> {
    while (await this.transactions.run(removeBatch));
  }
}
