import { billingDeclineCodes } from '@desk/contracts';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Intent } from '../provider/intent.js';
import { interpretError } from '../provider/interpret-error.js';
import { interpretIntent } from '../provider/interpret-intent.js';
import { PaymentIntentClient } from '../provider/payment-intent-client.js';
import { SavedCardClient } from '../provider/saved-card-client.js';
import { CUSTOMER_MISSING, unknown, type Verdict } from '../provider/verdict.js';
import { createKey, leftoverKey } from './idempotency-keys.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { PurchaseRepository } from './purchase.repository.js';
import { type StepResult, toExpectedIntent, toIntentRequest } from './step-result.js';

const { cardUnusable, gaveUp } = billingDeclineCodes;
/** Clocks differ, so the search for existing intents starts well before the purchase. */
const CLOCK_MARGIN_MS = 3_600_000;
/** Another process was faster: the purchase already has its intent or its outcome. */
const superseded = unknown('superseded');

/** Step 2: creates an unconfirmed intent and commits its id before it can move money. */
@Injectable()
export class IntentCreator {
  constructor(
    private readonly intents: PaymentIntentClient,
    private readonly purchases: PurchaseRepository,
    private readonly savedCards: SavedCardClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** An attempt that ended in a server error may still have created the intent, so a retry first searches for it. */
  async create(purchase: PurchaseEntity): Promise<StepResult> {
    try {
      const existing = purchase.createAttempt > 1 ? await this.find(purchase) : undefined;
      const key = createKey(purchase.offerId, purchase.createAttempt);
      const intent = existing ?? (await this.intents.create(toIntentRequest(purchase), key));
      crashPoint('billing.after-create-answer');
      return await this.commit(purchase, intent);
    } catch (error) {
      const verdict = interpretError(error, 'create', toExpectedIntent(purchase));
      return { purchase, step: 'create', verdict: await this.verifyCustomer(purchase, verdict) };
    }
  }

  /**
   * For a purchase past its deadline: finds an intent whose id never reached us, so that it can be canceled. Without
   * one, nothing can be charged and the purchase is declined.
   */
  async findOrGiveUp(purchase: PurchaseEntity): Promise<StepResult> {
    try {
      const existing = await this.find(purchase);
      if (existing) return await this.commit(purchase, existing);
      return { purchase, step: 'read', verdict: { kind: 'declined', code: gaveUp } };
    } catch (error) {
      return { purchase, step: 'read', verdict: interpretError(error, 'read', toExpectedIntent(purchase)) };
    }
  }

  /**
   * Blames a card only if the provider account knows its customer. Under another account's API key every card looks
   * missing; blaming them all would stop every agent's leads until each saved a card again.
   */
  private async verifyCustomer(purchase: PurchaseEntity, verdict: Verdict): Promise<Verdict> {
    const cardIsGone = verdict.kind === 'declined' && verdict.code === cardUnusable;
    const customerIsMissing = verdict.kind === 'unknown' && verdict.reason === CUSTOMER_MISSING;
    if (!cardIsGone && !customerIsMissing) return verdict;
    try {
      const status = await this.savedCards.getCustomerStatus(toIntentRequest(purchase).customerId);
      if (status === 'missing') return unknown(CUSTOMER_MISSING, { needsNewKey: true, needsAlarm: true });
      return status === 'deleted' ? { kind: 'declined', code: cardUnusable } : verdict;
    } catch (error) {
      return interpretError(error, 'read', toExpectedIntent(purchase));
    }
  }

  private async find(purchase: PurchaseEntity): Promise<Intent | undefined> {
    const { customerId } = toIntentRequest(purchase);
    const since = new Date(purchase.firstRequestedAt.getTime() - CLOCK_MARGIN_MS);
    const intents = await this.intents.list(customerId, purchase.id, since);
    return intents.find(({ status }) => status !== 'canceled');
  }

  /** Only the intent committed here is ever confirmed. */
  private async commit(purchase: PurchaseEntity, intent: Intent): Promise<StepResult> {
    const committed = await this.purchases.commitIntent(purchase.id, intent.id);
    crashPoint('billing.after-intent-committed');
    if (committed)
      return {
        purchase: committed,
        step: 'create',
        verdict: interpretIntent(intent, toExpectedIntent(committed)),
      };
    const current = await this.purchases.get(purchase.id);
    if (current.stripePaymentIntentId !== intent.id) await this.cancelLeftover(current, intent.id);
    return { purchase: current, step: 'create', verdict: superseded };
  }

  /** Best-effort: the intent moved no money and nothing refers to it. */
  private async cancelLeftover({ id }: PurchaseEntity, intentId: string): Promise<void> {
    await this.intents
      .cancel(intentId, leftoverKey(intentId))
      .catch((err: unknown) =>
        this.logger.warn({ err, purchaseId: id, intentId }, 'unused intent cancellation failed'),
      );
  }
}
