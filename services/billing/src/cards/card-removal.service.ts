import type { Message } from '@desk/bullmq-transport';
import { type accountRecovered, cardChanged, type PayloadOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { CustomerRepository } from './customer.repository.js';

/** Takes the card off an account that its owner claimed: whoever saved it never showed that the address is theirs. */
@Injectable()
export class CardRemovalService {
  constructor(
    private readonly transactions: Transactions,
    private readonly customers: CustomerRepository,
  ) {}

  /** Leaves a card that the owner saved since. */
  async remove({ userId, card, at }: PayloadOf<typeof accountRecovered>, message: Message): Promise<void> {
    if (card !== 'removed') return;
    await this.transactions.once(message, async (tx) => {
      const version = await this.customers.removeCard(tx, userId, at);
      if (version === undefined) return;
      tx.publish(
        cardChanged,
        { buyerId: userId, version, usable: false, paymentMethodId: null },
        { key: `${userId}-${version}` },
      );
      crashPoint('billing.recovery.before-commit');
    });
  }
}
