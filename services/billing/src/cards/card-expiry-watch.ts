import { cardExpiring, cardExpiryNoticeDays, type PayloadOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const INTERVAL_MS = 3_600_000;
const BATCH_SIZE = 200;

/**
 * Records the notices that are due, and returns those that no other copy has recorded. $1: now, $2: days before the expiry
 * at which emails are due, $3: maximum number of rows. A card is valid until the end of its month. If several emails are
 * due, because the card was saved late, only the last is sent.
 */
export const CLAIM_DUE_NOTICES = `
  WITH claimed AS (
    INSERT INTO card_expiry_notices AS n (buyer_id, stripe_payment_method_id, exp_year, exp_month, days)
    SELECT c.buyer_id, c.stripe_payment_method_id, c.card_exp_year, c.card_exp_month, due.days
      FROM customers c,
           LATERAL (SELECT make_timestamptz(c.card_exp_year, c.card_exp_month, 1, 0, 0, 0, 'UTC') + interval '1 month'
                      AS ends) e,
           LATERAL (SELECT min(d) AS days FROM unnest($2::int[]) d
                     WHERE e.ends - d * interval '1 day' <= $1::timestamptz) due
     WHERE c.erased_at IS NULL AND c.stripe_payment_method_id IS NOT NULL AND c.card_exp_month IS NOT NULL
       AND e.ends > $1::timestamptz AND due.days IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM card_expiry_notices k
                        WHERE k.buyer_id = c.buyer_id AND k.stripe_payment_method_id = c.stripe_payment_method_id
                          AND k.exp_year = c.card_exp_year AND k.exp_month = c.card_exp_month AND k.days = due.days)
     LIMIT $3
    ON CONFLICT DO NOTHING
    RETURNING n.buyer_id, n.stripe_payment_method_id, n.days)
  SELECT claimed.stripe_payment_method_id AS "paymentMethodId", c.buyer_id AS "buyerId", c.card_brand AS brand,
         c.card_last4 AS last4, c.card_exp_month AS "expMonth", c.card_exp_year AS "expYear", claimed.days
    FROM claimed JOIN customers c ON c.buyer_id = claimed.buyer_id`;

/** Announces that a card expires soon, once per card and notice, however many copies run. */
@Injectable()
export class CardExpiryWatch implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
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
      const cards = await tx.query<PayloadOf<typeof cardExpiring> & { paymentMethodId: string }>(
        CLAIM_DUE_NOTICES,
        [now, cardExpiryNoticeDays, BATCH_SIZE],
      );
      for (const { paymentMethodId, ...card } of cards) {
        const { expMonth, expYear, days } = card;
        tx.publish(cardExpiring, card, { key: `${paymentMethodId}-${expYear}-${expMonth}-${days}` });
      }
      return cards.length;
    });
    if (count > 0) this.logger.info({ count }, 'card expiry notices published');
    return count;
  }
}
