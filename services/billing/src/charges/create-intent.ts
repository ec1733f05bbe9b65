import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Purchase } from '../database/entities/purchase.entity.js';
import { PurchasesRepository } from '../database/repositories/purchases.repository.js';
import { verdictOfError } from '../provider/error-verdict.js';
import type { Intent } from '../provider/intent.js';
import { PaymentIntents } from '../provider/payment-intents.js';
import { SavedCards } from '../provider/saved-cards.js';
import {
  CARD_UNUSABLE,
  CUSTOMER_MISSING,
  GAVE_UP,
  unknown,
  type Verdict,
  verdictOfIntent,
} from '../provider/verdict.js';
import { type ChargeAnswer, expectationOf, orderOf } from './charge-answer.js';
import { createKey, leftoverKey } from './idempotency-keys.js';

/** Clocks differ: intents are looked for from well before the purchase was made. */
const CLOCK_MARGIN_MS = 3_600_000;
/** Another process was faster: the purchase has its intent, or its outcome. */
const superseded = unknown('superseded');

/** Step 2: an unconfirmed intent, whose id is committed before it can move money. */
@Injectable()
export class CreateIntent {
  constructor(
    private readonly intents: PaymentIntents,
    private readonly purchases: PurchasesRepository,
    private readonly savedCards: SavedCards,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** After an error of the provider's own it may have been made all the same: it is looked for before the next try. */
  async run(purchase: Purchase): Promise<ChargeAnswer> {
    try {
      const existing = purchase.createAttempt > 1 ? await this.find(purchase) : undefined;
      const key = createKey(purchase.offerId, purchase.createAttempt);
      const intent = existing ?? (await this.intents.create(orderOf(purchase), key));
      crashPoint('billing.after-create-answer');
      return await this.commit(purchase, intent);
    } catch (error) {
      const verdict = verdictOfError(error, 'create', expectationOf(purchase));
      return { purchase, step: 'create', verdict: await this.lookAgain(purchase, verdict) };
    }
  }

  /** Too late for a new one. One that is there is to be cancelled; without one nothing can be charged. */
  async giveUp(purchase: Purchase): Promise<ChargeAnswer> {
    try {
      const existing = await this.find(purchase);
      if (existing) return await this.commit(purchase, existing);
      return { purchase, step: 'read', verdict: { kind: 'declined', code: GAVE_UP } };
    } catch (error) {
      return { purchase, step: 'read', verdict: verdictOfError(error, 'read', expectationOf(purchase)) };
    }
  }

  /**
   * To a key of another account every card and customer is missing. Were those cards blamed, no agent would get a lead
   * until all had saved a card again; so before a card is blamed the account must know its customer.
   */
  private async lookAgain(purchase: Purchase, verdict: Verdict): Promise<Verdict> {
    const gone: Verdict = { kind: 'declined', code: CARD_UNUSABLE };
    const isGone = verdict.kind === 'declined' && verdict.code === CARD_UNUSABLE;
    if (!isGone && !(verdict.kind === 'unknown' && verdict.reason === CUSTOMER_MISSING)) return verdict;
    try {
      const customer = await this.savedCards.lookUpCustomer(orderOf(purchase).customerId);
      if (customer === 'missing') return unknown(CUSTOMER_MISSING, { keySpent: true, alarm: true });
      return customer === 'deleted' ? gone : verdict;
    } catch (error) {
      return verdictOfError(error, 'read', expectationOf(purchase));
    }
  }

  private async find(purchase: Purchase): Promise<Intent | undefined> {
    const { customerId } = orderOf(purchase);
    const since = new Date(purchase.firstRequestedAt.getTime() - CLOCK_MARGIN_MS);
    const found = await this.intents.find(customerId, purchase.id, since);
    return found.find(({ status }) => status !== 'canceled');
  }

  /** Only the intent that is committed here is ever confirmed. */
  private async commit(purchase: Purchase, intent: Intent): Promise<ChargeAnswer> {
    const committed = await this.purchases.commitIntent(purchase.id, intent.id);
    const current = await this.purchases.get(purchase.id);
    crashPoint('billing.after-intent-committed');
    if (committed)
      return { purchase: current, step: 'create', verdict: verdictOfIntent(intent, expectationOf(current)) };
    if (current.stripePaymentIntentId !== intent.id) await this.discard(current, intent.id);
    return { purchase: current, step: 'create', verdict: superseded };
  }

  /** It moved no money and nothing refers to it, so it does not matter whether this succeeds. */
  private async discard({ id }: Purchase, intentId: string): Promise<void> {
    await this.intents
      .cancel(intentId, leftoverKey(intentId))
      .catch((err: unknown) =>
        this.logger.warn({ err, purchaseId: id, intentId }, 'an unused intent was not cancelled'),
      );
  }
}
