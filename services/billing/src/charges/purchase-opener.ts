import { randomUUID } from 'node:crypto';
import { billingDeclineCodes, type chargeOffer, type PayloadOf, toDecimal } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { ChargeOutcomeRecorder } from './charge-outcome-recorder.js';
import { OfferClient } from './offer-client.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { type NewPurchase, PurchaseRepository } from './purchase.repository.js';

type Offer = PayloadOf<typeof chargeOffer>;

/** Step 1: commits the purchase before the first call to the provider. */
@Injectable()
export class PurchaseOpener {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchaseRepository,
    private readonly outcomes: ChargeOutcomeRecorder,
    private readonly offers: OfferClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * Returns the one purchase of this offer, existing or new. Without a usable card it is already declined. Returns
   * undefined if a failover lost the offer: nothing may be charged for it.
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
    const inserted = await this.purchases.insertWithUsableCard(purchase, offer.serverStart);
    if (inserted) return inserted;
    const existing = await this.purchases.findByOffer(offer.offerId);
    if (existing) return existing;
    if (await this.isLost(offer)) return undefined;
    return this.findOrInsertDeclined(purchase);
  }

  /** Tasks outlive a failover in Redis, but the offers they are about may not outlive it in PostgreSQL. */
  private async isLost({ offerId, leadId, serverStart }: Offer): Promise<boolean> {
    if (serverStart === undefined || (await this.purchases.isSameServer(serverStart))) return false;
    if (await this.offers.isOpen(offerId)) return false;
    this.logger.error({ alarm: 'offer-lost', offerId, leadId }, 'charge of an unknown offer refused');
    return true;
  }

  /** The card may have become usable meanwhile; the purchase is then opened after all. */
  private async findOrInsertDeclined(purchase: NewPurchase): Promise<PurchaseEntity> {
    await this.transactions.run(async (tx) => {
      const opened = await this.purchases.insert(tx, purchase);
      if (opened && !opened.cardUsable)
        await this.outcomes.recordInTransaction(tx, opened.purchase, {
          kind: 'declined',
          code: billingDeclineCodes.noCard,
        });
    });
    return this.purchases.getByOffer(purchase.offerId);
  }
}
