import type { listPurchases, RequestOf, ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import type { Purchase } from '../database/entities/purchase.entity.js';
import { PurchasesRepository } from '../database/repositories/purchases.repository.js';

type Payment = ResponseOf<typeof listPurchases>['purchases'][number];

/** The purchases that were paid. */
@Injectable()
export class PaymentsService {
  constructor(private readonly purchases: PurchasesRepository) {}

  async list({
    limit,
    before,
    match,
  }: RequestOf<typeof listPurchases>): Promise<ResponseOf<typeof listPurchases>> {
    const paid = await this.purchases.listPaid({ limit, before, match });
    return { purchases: paid.map(toPayment), total: await this.purchases.totalPaid(match) };
  }
}

function toPayment({ status, stripePaymentIntentId, purchasedAt, ...purchase }: Purchase): Payment {
  if ((status !== 'succeeded' && status !== 'refunded') || stripePaymentIntentId === null || !purchasedAt)
    throw new Error(`purchase ${purchase.id} is listed as paid and is not`);
  const { id, offerId, userId, leadId, amount } = purchase;
  return {
    ...{ id, offerId, userId, leadId, amount, status, stripePaymentIntentId },
    purchasedAt: purchasedAt.toISOString(),
  };
}
