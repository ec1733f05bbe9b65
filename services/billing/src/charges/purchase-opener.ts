import { randomUUID } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import {
  billingDeclineCodes,
  type chargeOffer,
  getOfferStatus,
  type PayloadOf,
  toDecimal,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { ChargeOutcomeRecorder } from './charge-outcome-recorder.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { type NewPurchase, PurchaseRepository } from './purchase.repository.js';
import { MAX_CHARGE_AGE_MS } from './resolve-schedule.js';

type Offer = PayloadOf<typeof chargeOffer>;

/** Commits the purchase before the first call to the provider. */
@Injectable()
export class PurchaseOpener {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchaseRepository,
    private readonly outcomes: ChargeOutcomeRecorder,
    private readonly commands: CommandClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * Returns the one purchase of this offer, existing or new. Without a usable card, or for a lead that is no longer real-time,
   * it is already declined. Returns undefined if a failover lost the offer: nothing may be charged for it.
   */
  async open(offer: Offer): Promise<PurchaseEntity | undefined> {
    const purchase = {
      id: randomUUID(),
      offerId: offer.offerId,
      buyerId: offer.buyerId,
      leadId: offer.leadId,
      amount: toDecimal(offer.amountCents),
      currency: offer.currency,
    };
    const isOld = isTooOld(offer);
    const inserted = isOld
      ? undefined
      : await this.purchases.insertWithUsableCard(purchase, offer.serverStart);
    if (inserted) return inserted;
    const existing = await this.purchases.findByOffer(offer.offerId);
    if (existing) return existing;
    if (await this.isLost(offer)) return undefined;
    return isOld ? this.findOrInsertTooOld(purchase) : this.findOrInsertDeclined(purchase);
  }

  /** Tasks outlive a failover in Redis, but the offers they are about may not outlive it in PostgreSQL (ADR 5). */
  private async isLost({ offerId, leadId, serverStart }: Offer): Promise<boolean> {
    if (await this.purchases.isSameServer(serverStart)) return false;
    if ((await this.commands.send(getOfferStatus, { offerId })).status === 'open') return false;
    this.logger.error({ alarm: 'offer-lost', offerId, leadId }, 'charge of an unknown offer refused');
    return true;
  }

  /** Refuses a charge that waited while billing was down: the lead is too old to sell. It is offered again, or expires. */
  private async findOrInsertTooOld(purchase: NewPurchase): Promise<PurchaseEntity> {
    const isNew = await this.transactions.run(async (tx) => {
      const opened = await this.purchases.insert(tx, purchase);
      if (opened) await this.decline(tx, opened.purchase, billingDeclineCodes.gaveUp);
      return opened !== undefined;
    });
    const { offerId, leadId } = purchase;
    if (isNew) this.logger.warn({ offerId, leadId }, 'charge of an old offer refused');
    return this.purchases.getByOffer(offerId);
  }

  /** The card may have become usable meanwhile; the purchase is then opened after all. */
  private async findOrInsertDeclined(purchase: NewPurchase): Promise<PurchaseEntity> {
    await this.transactions.run(async (tx) => {
      const opened = await this.purchases.insert(tx, purchase);
      if (opened && !opened.cardUsable) await this.decline(tx, opened.purchase, billingDeclineCodes.noCard);
    });
    return this.purchases.getByOffer(purchase.offerId);
  }

  private decline(tx: Tx, purchase: PurchaseEntity, code: string): Promise<void> {
    return this.outcomes.recordInTransaction(tx, purchase, { kind: 'declined', code });
  }
}

const isTooOld = ({ reservedAt }: Offer): boolean => Date.now() - Date.parse(reservedAt) >= MAX_CHARGE_AGE_MS;
