import { CommandClient } from '@desk/bullmq-transport';
import { type cardChanged, DomainError, type PayloadOf, saveCard } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { UsersRepository } from '../database/repositories/users.repository.js';
import type { Caller } from '../sign-in/client.js';

@Injectable()
export class CardService {
  constructor(
    private readonly transactions: Transactions,
    private readonly commands: CommandClient,
    private readonly users: UsersRepository,
    private readonly audit: AuditRepository,
  ) {}

  /** Billing decides; the id is kept at once, so that the answer is true, and again with billing's event. */
  async change(userId: string, paymentMethodId: string, caller: Caller): Promise<void> {
    const saved = await this.commands.send(saveCard, { buyerId: userId, paymentMethodId });
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user) throw new DomainError('USER_NOT_FOUND');
      await this.users.change(tx, userId, { stripePaymentMethodId: saved.paymentMethodId });
      await this.audit.add(tx, {
        action: 'card-changed',
        userId,
        actorId: userId,
        caller,
        oldValue: { hadCard: user.stripePaymentMethodId !== null },
        newValue: { brand: saved.card.brand, last4: saved.card.last4 },
      });
    });
  }

  /** Events may come late, twice and in any order; the version tells which one is news. */
  async follow({ buyerId, version, paymentMethodId }: PayloadOf<typeof cardChanged>): Promise<void> {
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, buyerId);
      if (!user || user.cardVersion >= version) return;
      await this.users.change(tx, buyerId, {
        stripePaymentMethodId: paymentMethodId,
        cardVersion: version,
      });
    });
  }
}
