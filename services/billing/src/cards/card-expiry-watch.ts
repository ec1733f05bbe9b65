import { cardExpiring, cardExpiryNoticeDays } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CardExpiryRepository } from './card-expiry.repository.js';

const INTERVAL_MS = 3_600_000;
const BATCH_SIZE = 200;

/** Announces that a card expires soon, once per card and notice, however many copies run. */
@Injectable()
export class CardExpiryWatch implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly repository: CardExpiryRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'card expiry', intervalMs: INTERVAL_MS, run: () => this.noticeAll(new Date()) });
  }

  async noticeAll(now: Date): Promise<void> {
    while ((await this.noticeBatch(now)) === BATCH_SIZE);
  }

  private async noticeBatch(now: Date): Promise<number> {
    const count = await this.transactions.run(async (tx) => {
      const cards = await this.repository.claimDue(tx, now, cardExpiryNoticeDays, BATCH_SIZE);
      for (const card of cards) {
        const { buyerId, last4, expMonth, expYear, days } = card;
        tx.publish(cardExpiring, card, { key: `${buyerId}-${last4}-${expYear}-${expMonth}-${days}` });
      }
      return cards.length;
    });
    if (count > 0) this.logger.info({ count }, 'card expiry notices published');
    return count;
  }
}
