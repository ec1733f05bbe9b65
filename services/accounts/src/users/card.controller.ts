import { CommandClient, HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import {
  cardChanged,
  changeCard,
  DomainError,
  type PayloadOf,
  type RequestOf,
  saveCard,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { UserRepository } from './user.repository.js';

/** Keeps a copy of the payment method id, which billing owns. */
@Controller()
export class CardController {
  constructor(
    private readonly transactions: Transactions,
    private readonly commands: CommandClient,
    private readonly users: UserRepository,
    private readonly audit: AuditRepository,
  ) {}

  /** Stores billing's answer at once, so that the user sees the new card without waiting for the event. */
  @HandleCommand(changeCard)
  async change({ userId, paymentMethodId, caller }: RequestOf<typeof changeCard>): Promise<object> {
    const saved = await this.commands.send(saveCard, { buyerId: userId, paymentMethodId });
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user) throw new DomainError('USER_NOT_FOUND');
      await this.users.update(tx, userId, { stripePaymentMethodId: saved.paymentMethodId });
      await this.audit.insertByUser(tx, 'card-changed', userId, caller, {
        oldValue: { hadCard: user.stripePaymentMethodId !== null },
        newValue: { brand: saved.card.brand, last4: saved.card.last4 },
      });
    });
    return {};
  }

  /** Applies a card change from billing. Events can arrive late, twice or out of order; the version decides. */
  @HandleEvent(cardChanged)
  async applyChange({ buyerId, version, paymentMethodId }: PayloadOf<typeof cardChanged>): Promise<void> {
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, buyerId);
      if (!user || user.cardVersion >= version) return;
      await this.users.update(tx, buyerId, {
        stripePaymentMethodId: paymentMethodId,
        cardVersion: version,
      });
    });
  }
}
