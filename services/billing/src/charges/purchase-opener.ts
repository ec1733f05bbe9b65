import { randomUUID } from 'node:crypto';
import { billingDeclineCodes, type chargeOffer, type PayloadOf, toDecimal } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { ChargeOutcomeRecorder } from './charge-outcome-recorder.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { PurchaseRepository } from './purchase.repository.js';

/** Step 1: commits the purchase before the first call to the provider. */
@Injectable()
export class PurchaseOpener {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchaseRepository,
    private readonly outcomes: ChargeOutcomeRecorder,
  ) {}

  /** Returns the one purchase of this offer, existing or new. Without a usable card it is already declined. */
  async open(offer: PayloadOf<typeof chargeOffer>): Promise<PurchaseEntity> {
    await this.transactions.run(async (tx) => {
      const opened = await this.purchases.insert(tx, {
        id: randomUUID(),
        offerId: offer.offerId,
        buyerId: offer.buyerId,
        leadId: offer.leadId,
        amount: toDecimal(offer.amountCents),
        currency: offer.currency,
      });
      if (opened && !opened.cardUsable)
        await this.outcomes.recordInTransaction(tx, opened.purchase, {
          kind: 'declined',
          code: billingDeclineCodes.noCard,
        });
    });
    return this.purchases.getByOffer(offer.offerId);
  }
}
