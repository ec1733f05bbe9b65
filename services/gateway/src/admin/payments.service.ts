import { CommandClient } from '@desk/bullmq-transport';
import { type AdminPayment, listPurchases, nameUsers } from '@desk/contracts';
import { Injectable } from '@nestjs/common';

/** Billing knows the payments and accounts the names; neither knows the other's. */
@Injectable()
export class PaymentsService {
  constructor(private readonly commands: CommandClient) {}

  /** `before`: `<purchasedAt>,<id>` of the last payment of the page before. */
  async list(limit: number, before: string | undefined): Promise<AdminPayment[]> {
    const [purchasedAt = '', id = ''] = before?.split(',') ?? [];
    const { purchases } = await this.commands.send(listPurchases, {
      limit,
      ...(before === undefined ? {} : { before: { purchasedAt, id } }),
    });
    const userIds = [...new Set(purchases.map(({ userId }) => userId))];
    const { users } = await this.commands.send(nameUsers, { userIds });
    const names = new Map(users.map(({ id: userId, ...name }) => [userId, name]));
    return purchases.map((purchase) => ({
      id: purchase.id,
      amount: purchase.amount,
      purchasedAt: purchase.purchasedAt,
      status: purchase.status,
      stripePaymentIntentId: purchase.stripePaymentIntentId,
      user: names.get(purchase.userId) ?? null,
      lead: null,
    }));
  }
}
