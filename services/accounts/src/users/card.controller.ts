import { CommandClient, HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import {
  cardChanged,
  changeCard,
  DomainError,
  type PayloadOf,
  type RequestOf,
  saveCard,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import type { UserEntity } from './user.entity.js';
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
      await this.copy(tx, user, saved);
      await this.audit.insertByUser(tx, 'card-changed', userId, caller, {
        oldValue: { hadCard: user.stripePaymentMethodId !== null },
        newValue: { brand: saved.card.brand, last4: saved.card.last4 },
      });
    });
    return {};
  }

  /** Events can arrive late, twice, out of order, and before the answer to the command; the version decides. */
  @HandleEvent(cardChanged)
  async applyChange({ buyerId, version, paymentMethodId }: PayloadOf<typeof cardChanged>): Promise<void> {
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, buyerId);
      if (user) await this.copy(tx, user, { paymentMethodId, version });
    });
  }

  private async copy(
    tx: Tx,
    user: UserEntity,
    { paymentMethodId, version }: { readonly paymentMethodId: string | null; readonly version: number },
  ): Promise<void> {
    if (user.cardVersion >= version) return;
    await this.users.update(tx, user.id, { stripePaymentMethodId: paymentMethodId, cardVersion: version });
  }
}
