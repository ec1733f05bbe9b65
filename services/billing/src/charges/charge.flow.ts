import { randomUUID } from 'node:crypto';
import { CommandClient, HandleEvent } from '@desk/bullmq-transport';
import {
  billingDeclineCodes,
  chargeOffer,
  getOfferStatus,
  type PayloadOf,
  resolveCharge,
  toDecimal,
} from '@desk/contracts';
import { InjectEnv, InjectLogger, type Logger, type SettingsOf } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { interpretIntent } from '../provider/intent.js';
import { unknownVerdict, type Verdict } from '../provider/verdict.js';
import { ChargeOutcomeRecorder } from './charge-outcome-recorder.js';
import { type chargeSettings, hasOutcome, isOverdue, isTooOld } from './charge-rules.js';
import { ChargeRepository } from './charge.repository.js';
import { IntentSteps, type StepResult, toExpectedIntent } from './intent-steps.js';
import { LockedOutcomeRecorder } from './locked-outcome-recorder.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { PurchaseRepository } from './purchase.repository.js';

type Offer = PayloadOf<typeof chargeOffer>;

/** Another process was faster: the purchase already has its intent or its outcome. */
const superseded = unknownVerdict('superseded');

/**
 * Charges the buyer of an offer exactly once. Any number of processes may work on one purchase and crash at any line; each
 * one continues from what is committed. A message that was not handled to its end comes again.
 *
 * | committed                       | how the charge continues                                               |
 * | ------------------------------- | ---------------------------------------------------------------------- |
 * | nothing                         | `charge` comes again                                                   |
 * | 1. purchase                     | the intent is created under the same key, so it is the same intent     |
 * | 2. id of the unconfirmed intent | the intent is read, and confirmed only if it is still unconfirmed      |
 * | 3. cancel code                  | the intent is read, and canceled unless it has an outcome              |
 * | 4. unknown, with `resolve`      | `resolve` comes after a delay; an event of the provider may be sooner  |
 * | 5. outcome, with its event      | nothing more is sent                                                   |
 */
@Controller()
export class ChargeFlow {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly purchases: PurchaseRepository,
    private readonly intents: IntentSteps,
    private readonly outcomes: ChargeOutcomeRecorder,
    private readonly lockedOutcomes: LockedOutcomeRecorder,
    private readonly commands: CommandClient,
    @InjectEnv() private readonly env: SettingsOf<typeof chargeSettings>,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  @HandleEvent(chargeOffer)
  async charge(offer: Offer): Promise<void> {
    const purchase = await this.openPurchase(offer);
    if (purchase && !hasOutcome(purchase.status)) await this.advance(purchase, 0);
  }

  /** Ignores an attempt that a later one has replaced. */
  @HandleEvent(resolveCharge)
  async resolve({ purchaseId, attempt }: PayloadOf<typeof resolveCharge>): Promise<void> {
    const purchase = await this.purchases.get(purchaseId);
    if (hasOutcome(purchase.status) || purchase.resolveAttempt > attempt) return;
    await this.advance(purchase, attempt);
  }

  /**
   * Commits the purchase (1). Returns the one of this offer, existing or new. Without a usable card, or for a lead that is no
   * longer real-time, it is already declined. Returns undefined if a failover lost the offer: nothing may be charged for it.
   */
  private async openPurchase(offer: Offer): Promise<PurchaseEntity | undefined> {
    const { offerId, buyerId, leadId, currency, serverStart } = offer;
    const amount = toDecimal(offer.amountCents);
    const purchase = { id: randomUUID(), offerId, buyerId, leadId, amount, currency };
    const isOld = isTooOld(new Date(offer.reservedAt), new Date());
    const inserted = isOld ? undefined : await this.charges.insertWithUsableCard(purchase, serverStart);
    const existing = inserted ?? (await this.purchases.findByOffer(offerId));
    if (existing) return existing;
    return (await this.isLost(offer)) ? undefined : this.lockedOutcomes.openDeclined(purchase, isOld);
  }

  /** A failover of PostgreSQL may lose an offer whose task is still in Redis (ADR 5). */
  private async isLost({ offerId, leadId, serverStart }: Offer): Promise<boolean> {
    if (await this.purchases.isSameServer(serverStart)) return false;
    if ((await this.commands.send(getOfferStatus, { offerId })).status === 'open') return false;
    this.logger.error({ alarm: 'offer-lost', offerId, leadId }, 'charge of an unknown offer refused');
    return true;
  }

  private async advance(opened: PurchaseEntity, attempt: number): Promise<void> {
    const mustCancel =
      opened.cancelCode !== null || isOverdue(opened, new Date(), this.env.CHARGE_GIVE_UP_MS);
    const knownId = opened.stripePaymentIntentId;
    let result =
      knownId === null
        ? await this.createIntent(opened, mustCancel)
        : await this.intents.read(opened, knownId);
    const { purchase } = result;
    const intentId = purchase.stripePaymentIntentId;
    if (intentId !== null) {
      if (result.verdict.kind === 'unconfirmed' && !mustCancel)
        result = await this.intents.confirm(purchase, intentId);
      const code = cancellationCode(result.verdict, mustCancel);
      if (code !== undefined) result = await this.cancelIntent(purchase.id, intentId, code, attempt);
    }
    await this.conclude(result, attempt);
  }

  /** Commits the id of the intent (2). Only the intent committed here is ever confirmed. */
  private async createIntent(purchase: PurchaseEntity, mustCancel: boolean): Promise<StepResult> {
    const created = await (mustCancel ? this.intents.findOrGiveUp(purchase) : this.intents.create(purchase));
    if ('verdict' in created) return created;
    const committed = await this.charges.commitIntent(purchase.id, created.id);
    if (committed) {
      const verdict = interpretIntent(created, toExpectedIntent(committed));
      return { purchase: committed, step: 'create', verdict };
    }
    const current = await this.purchases.get(purchase.id);
    if (current.stripePaymentIntentId !== created.id) await this.intents.cancelLeftover(current, created.id);
    return { purchase: current, step: 'create', verdict: superseded };
  }

  /** Commits the cancel code (3): a process that reads it never confirms the intent. */
  private async cancelIntent(id: string, intentId: string, code: string, round: number): Promise<StepResult> {
    await this.purchases.requestCancellation(id, code);
    return this.intents.cancel(await this.purchases.get(id), intentId, round);
  }

  /** Commits the outcome (5), or that it is unknown (4). */
  private async conclude(result: StepResult, attempt: number): Promise<void> {
    if (!(await this.outcomes.recordChargeOutcome(result))) return this.lockedOutcomes.defer(result, attempt);
    const { purchase, verdict } = result;
    const code = verdict.kind === 'declined' ? verdict.code : undefined;
    this.logger.info(
      { purchaseId: purchase.id, offerId: purchase.offerId, outcome: verdict.kind, code, attempt },
      'charge outcome recorded',
    );
  }
}

/** Returns why the intent must be canceled now, or undefined if it must not. */
function cancellationCode(verdict: Verdict, mustCancel: boolean): string | undefined {
  if (verdict.kind === 'cancel-first') return verdict.code;
  return verdict.kind === 'unconfirmed' && mustCancel ? billingDeclineCodes.gaveUp : undefined;
}
