import { billingDeclineCodes, toCents } from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { type Intent, interpretIntent, toIntent } from '../provider/intent.js';
import { interpretError, type ProviderStep } from '../provider/interpret-error.js';
import { SavedCardClient } from '../provider/saved-card-client.js';
import { StripeClient } from '../provider/stripe-client.js';
import { CUSTOMER_MISSING, type ExpectedIntent, unknownVerdict, type Verdict } from '../provider/verdict.js';
import type { PurchaseEntity } from './purchase.entity.js';

/** What one call to the provider meant for a purchase. */
export interface StepResult {
  readonly purchase: PurchaseEntity;
  readonly step: ProviderStep;
  readonly verdict: Verdict;
}

/** One key per offer, step and attempt. The same key always carries the same parameters. */
const createKey = (offerId: string, attempt: number): string => `offer-${offerId}-create-${attempt}`;
const confirmKey = (offerId: string, attempt: number): string => `offer-${offerId}-confirm-${attempt}`;
/** Canceling twice is harmless, so each round gets its own key and never replays a stored error. */
const cancelKey = (offerId: string, round: number): string => `offer-${offerId}-cancel-${round}`;
/** Cancels a second intent of the same offer, which was never confirmed. */
const leftoverKey = (intentId: string): string => `leftover-${intentId}-cancel`;

const { cardUnusable, gaveUp } = billingDeclineCodes;
/** Clocks differ, so the search for existing intents starts well before the purchase. */
const CLOCK_MARGIN_MS = 3_600_000;
const PAGE_SIZE = 100;

/** The calls to the provider that make up a charge, in their order. Only `confirm` can move money. */
@Injectable()
export class IntentSteps {
  constructor(
    private readonly stripe: StripeClient,
    private readonly savedCards: SavedCardClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * Returns an unconfirmed intent, or why there is none. An attempt that ended in a server error may still have created
   * the intent, so a retry first searches for it.
   */
  async create(purchase: PurchaseEntity): Promise<Intent | StepResult> {
    try {
      const existing = purchase.createAttempt > 1 ? await this.find(purchase) : undefined;
      return existing ?? (await this.createUnconfirmed(purchase));
    } catch (error) {
      const verdict = interpretError(error, 'create', toExpectedIntent(purchase));
      return { purchase, step: 'create', verdict: await this.verifyCustomer(purchase, verdict) };
    }
  }

  /**
   * For a purchase past its deadline: finds an intent whose id never reached us, so that it can be canceled. Without
   * one, nothing can be charged and the purchase is declined.
   */
  async findOrGiveUp(purchase: PurchaseEntity): Promise<Intent | StepResult> {
    try {
      const existing = await this.find(purchase);
      return existing ?? { purchase, step: 'read', verdict: { kind: 'declined', code: gaveUp } };
    } catch (error) {
      return { purchase, step: 'read', verdict: interpretError(error, 'read', toExpectedIntent(purchase)) };
    }
  }

  /** Reads an intent before anything is resent, because an earlier request may have taken effect. */
  async read(purchase: PurchaseEntity, intentId: string): Promise<StepResult> {
    return call(purchase, 'read', () => this.stripe.api.paymentIntents.retrieve(intentId));
  }

  /**
   * Moves the money. The caller has just created the intent or read it as unconfirmed. An intent succeeds at most once,
   * however many requests reach it. Passes no card on purpose: a declined intent has lost its card, so it cannot be
   * charged by a late retry.
   */
  async confirm(purchase: PurchaseEntity, intentId: string): Promise<StepResult> {
    const idempotencyKey = confirmKey(purchase.offerId, purchase.confirmAttempt);
    return call(purchase, 'confirm', () =>
      this.stripe.api.paymentIntents.confirm(intentId, { off_session: true }, { idempotencyKey }),
    );
  }

  /**
   * Makes sure that an intent can no longer succeed, so that the lead may go to the next buyer. Returns `succeeded` if the
   * intent succeeded before it could be canceled; the lead is then sold. `round` counts the calls for one purchase.
   */
  async cancel(purchase: PurchaseEntity, intentId: string, round: number): Promise<StepResult> {
    return call(purchase, 'cancel', () => this.abandon(intentId, cancelKey(purchase.offerId, round)));
  }

  /** Best-effort: the intent moved no money and nothing refers to it. */
  async cancelLeftover({ id }: PurchaseEntity, intentId: string): Promise<void> {
    await this.abandon(intentId, leftoverKey(intentId)).catch((err: unknown) =>
      this.logger.warn({ err, purchaseId: id, intentId }, 'unused intent cancellation failed'),
    );
  }

  /**
   * Creates the intent; no money moves until `confirm`. Derives the request from the purchase alone, so that a repetition
   * always sends the same parameters.
   */
  private async createUnconfirmed(purchase: PurchaseEntity): Promise<Intent> {
    const { customerId, paymentMethodId } = cardOf(purchase);
    const created = await this.stripe.api.paymentIntents.create(
      {
        amount: toCents(purchase.amount),
        currency: purchase.currency,
        customer: customerId,
        payment_method: paymentMethodId,
        allowed_payment_method_types: ['card'],
        description: 'Exclusive annuity lead',
        statement_descriptor_suffix: 'LEAD',
        metadata: {
          offer_id: purchase.offerId,
          lead_id: purchase.leadId,
          buyer_id: purchase.userId,
          purchase_id: purchase.id,
        },
      },
      { idempotencyKey: createKey(purchase.offerId, purchase.createAttempt) },
    );
    return toIntent(created);
  }

  private async abandon(intentId: string, idempotencyKey: string): Promise<Stripe.PaymentIntent> {
    return this.stripe.api.paymentIntents.cancel(
      intentId,
      { cancellation_reason: 'abandoned' },
      { idempotencyKey },
    );
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
      const status = await this.savedCards.getCustomerStatus(cardOf(purchase).customerId);
      if (status === 'missing')
        return unknownVerdict(CUSTOMER_MISSING, { needsNewKey: true, needsAlarm: true });
      return status === 'deleted' ? { kind: 'declined', code: cardUnusable } : verdict;
    } catch (error) {
      return interpretError(error, 'read', toExpectedIntent(purchase));
    }
  }

  /** Returns the newest intent of the purchase that is not canceled. */
  private async find(purchase: PurchaseEntity): Promise<Intent | undefined> {
    const since = purchase.firstRequestedAt.getTime() - CLOCK_MARGIN_MS;
    const intents = this.stripe.api.paymentIntents.list({
      customer: cardOf(purchase).customerId,
      created: { gte: Math.floor(since / 1_000) },
      limit: PAGE_SIZE,
    });
    for await (const intent of intents)
      if (intent.metadata['purchase_id'] === purchase.id && intent.status !== 'canceled')
        return toIntent(intent);
    return undefined;
  }
}

async function call(
  purchase: PurchaseEntity,
  step: ProviderStep,
  send: () => Promise<Stripe.PaymentIntent>,
): Promise<StepResult> {
  const expected = toExpectedIntent(purchase);
  try {
    return { purchase, step, verdict: interpretIntent(toIntent(await send()), expected) };
  } catch (error) {
    return { purchase, step, verdict: interpretError(error, step, expected) };
  }
}

function cardOf({ id, stripeCustomerId, stripePaymentMethodId }: PurchaseEntity) {
  if (stripeCustomerId === null || stripePaymentMethodId === null)
    throw new Error(`purchase ${id} has no card`);
  return { customerId: stripeCustomerId, paymentMethodId: stripePaymentMethodId };
}

export const toExpectedIntent = (purchase: PurchaseEntity): ExpectedIntent => ({
  amountCents: toCents(purchase.amount),
  currency: purchase.currency,
  customerId: cardOf(purchase).customerId,
  offerId: purchase.offerId,
  leadId: purchase.leadId,
  cancelCode: purchase.cancelCode,
});
