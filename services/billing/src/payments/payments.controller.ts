import { HandleCommand } from '@desk/bullmq-transport';
import {
  listPurchases,
  listPurchasesOfLead,
  type Purchase,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import type { PurchaseEntity } from '../charges/purchase.entity.js';
import { PurchaseRepository } from '../charges/purchase.repository.js';
import { type RefundEntity, toRefundDto } from '../refunds/refund.entity.js';
import { RefundRepository } from '../refunds/refund.repository.js';
import { PaymentTotalRepository } from './payment-total.repository.js';
import { PaymentRepository, type PaymentRow } from './payment.repository.js';

type Payment = ResponseOf<typeof listPurchases>['purchases'][number];

/** Lists successful payments, and every charge that was attempted for one lead. */
@Controller()
export class PaymentsController {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly totals: PaymentTotalRepository,
    private readonly purchases: PurchaseRepository,
    private readonly refunds: RefundRepository,
  ) {}

  @HandleCommand(listPurchases)
  async list({ limit, order = 'newest', before, match }: RequestOf<typeof listPurchases>) {
    const [rows, total] = await Promise.all([
      this.payments.list({
        limit,
        order,
        after: before ? { at: before.purchasedAt, id: before.id } : null,
        match,
      }),
      match ? this.totals.getOfMatches(match) : this.totals.getOfAll(),
    ]);
    const refunds = await this.listRefunds(rows);
    return { purchases: rows.map((row) => toPaymentDto(row, refunds.get(row.id)?.at(-1))), total };
  }

  @HandleCommand(listPurchasesOfLead)
  async listByLead({ leadId, buyerId }: RequestOf<typeof listPurchasesOfLead>) {
    const purchases = await this.purchases.listByLead(leadId, buyerId);
    const refunds = await this.listRefunds(purchases);
    return {
      purchases: purchases.map((purchase) => toPurchaseDto(purchase, refunds.get(purchase.id) ?? [])),
    };
  }

  /** Returns the refunds of each purchase that has any, oldest first. */
  private async listRefunds(purchases: readonly { id: string }[]): Promise<Map<string, RefundEntity[]>> {
    const refunds = await this.refunds.listByPurchases(purchases.map(({ id }) => id));
    return Map.groupBy(refunds, ({ purchaseId }) => purchaseId);
  }
}

const toPaymentDto = (
  { purchasedAt, ...payment }: PaymentRow,
  refund: RefundEntity | undefined,
): Payment => ({
  ...payment,
  purchasedAt: purchasedAt.toISOString(),
  ...(refund ? { refund: toRefundDto(refund) } : {}),
});

const toPurchaseDto = (purchase: PurchaseEntity, refunds: readonly RefundEntity[]): Purchase => ({
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
  refunds: refunds.map(toRefundDto),
});
