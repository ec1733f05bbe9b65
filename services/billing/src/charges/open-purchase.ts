import { randomUUID } from 'node:crypto';
import { billingDeclineCodes, type chargeOffer, type PayloadOf, toDecimal } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { Purchase } from '../database/entities/purchase.entity.js';
import { PurchasesRepository } from '../database/repositories/purchases.repository.js';
import { ChargeOutcomeRecorder } from './settle-purchase.js';

/** Step 1: the purchase is committed before anything is asked of the provider. */
@Injectable()
export class OpenPurchase {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchasesRepository,
    private readonly recordChargeOutcome: ChargeOutcomeRecorder,
  ) {}

  /** The one purchase of this offer, whoever made it. Without a card to charge it has failed by then. */
  async run(order: PayloadOf<typeof chargeOffer>): Promise<Purchase> {
    await this.transactions.run(async (tx) => {
      const added = await this.purchases.insert(tx, {
        id: randomUUID(),
        offerId: order.offerId,
        buyerId: order.buyerId,
        leadId: order.leadId,
        amount: toDecimal(order.amountCents),
        currency: order.currency,
      });
      if (added && !added.cardUsable)
        await this.recordChargeOutcome.apply(tx, added.purchase, {
          kind: 'declined',
          code: billingDeclineCodes.noCard,
        });
    });
    return this.purchases.getByOffer(order.offerId);
  }
}
