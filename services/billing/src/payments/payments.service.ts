import type { listPurchases, Purchase, RequestOf, ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import type { PurchaseEntity } from '../charges/purchase.entity.js';
import { PurchaseRepository } from '../charges/purchase.repository.js';
import { PaymentTotalRepository } from './payment-total.repository.js';
import { PaymentRepository, type PaymentRow } from './payment.repository.js';

type Payment = ResponseOf<typeof listPurchases>['purchases'][number];

/** Lists successful payments, and every charge that was attempted for one lead. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly totals: PaymentTotalRepository,
    private readonly purchases: PurchaseRepository,
  ) {}

  async list({
    limit,
    order = 'newest',
    before,
    match,
  }: RequestOf<typeof listPurchases>): Promise<ResponseOf<typeof listPurchases>> {
    const [rows, total] = await Promise.all([
      this.payments.list({
        limit,
        order,
        after: before ? { at: before.purchasedAt, id: before.id } : null,
        match,
      }),
      match ? this.totals.getOfMatches(match) : this.totals.getOfAll(),
    ]);
    return { purchases: rows.map(toPaymentDto), total };
  }

  async listByLead(leadId: string, buyerId: string | null): Promise<Purchase[]> {
    return (await this.purchases.listByLead(leadId, buyerId)).map(toPurchaseDto);
  }
}

const toPaymentDto = ({ purchasedAt, ...payment }: PaymentRow): Payment => ({
  ...payment,
  purchasedAt: purchasedAt.toISOString(),
});

const toPurchaseDto = (purchase: PurchaseEntity): Purchase => ({
  id: purchase.id,
  offerId: purchase.offerId,
  userId: purchase.userId,
  leadId: purchase.leadId,
  amount: purchase.amount,
  status: purchase.status,
  declineCode: purchase.declineCode,
  stripePaymentIntentId: purchase.stripePaymentIntentId,
  requestedAt: purchase.firstRequestedAt.toISOString(),
  purchasedAt: purchase.purchasedAt?.toISOString() ?? null,
});
