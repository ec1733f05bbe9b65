import type { listPurchases, Purchase as ToldPurchase, RequestOf, ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { PaymentTotalsRepository } from '../database/repositories/payment-totals.repository.js';
import { type PaymentRow, PaymentsRepository } from '../database/repositories/payments.repository.js';
import { PurchasesRepository } from '../database/repositories/purchases.repository.js';

type Payment = ResponseOf<typeof listPurchases>['purchases'][number];

/** What was paid, for lists; and what was tried for one lead. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly totals: PaymentTotalsRepository,
    private readonly purchases: PurchasesRepository,
  ) {}

  async list({
    limit,
    order = 'newest',
    before,
    match,
  }: RequestOf<typeof listPurchases>): Promise<ResponseOf<typeof listPurchases>> {
    const [rows, total] = await Promise.all([
      this.payments.page({ limit, order, after: before, match }),
      match ? this.totals.ofMatch(match) : this.totals.ofAll(),
    ]);
    return { purchases: rows.map(toPayment), total };
  }

  async ofLead(leadId: string, buyerId: string | null): Promise<ToldPurchase[]> {
    const purchases = await this.purchases.listOfLead(leadId, buyerId);
    return purchases.map(
      ({ id, offerId, userId, amount, status, declineCode, stripePaymentIntentId, ...times }) => ({
        ...{ id, offerId, userId, leadId, amount, status, declineCode, stripePaymentIntentId },
        requestedAt: times.firstRequestedAt.toISOString(),
        purchasedAt: times.purchasedAt?.toISOString() ?? null,
      }),
    );
  }
}

const toPayment = ({ purchasedAt, ...payment }: PaymentRow): Payment => ({
  ...payment,
  purchasedAt: purchasedAt.toISOString(),
});
