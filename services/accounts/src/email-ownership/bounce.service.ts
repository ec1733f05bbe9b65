import type { Message } from '@desk/bullmq-transport';
import type { emailBounced, PayloadOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { UserRepository } from '../users/user.repository.js';

@Injectable()
export class BounceService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly audit: AuditRepository,
  ) {}

  /** Ignores a bounce of an address that the account has left, and one that is older than the one recorded. */
  async record({ userId, email, at }: PayloadOf<typeof emailBounced>, message: Message): Promise<void> {
    const bouncedAt = new Date(at);
    await this.transactions.once(message, async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (user?.email !== email || (user.emailBouncedAt && user.emailBouncedAt >= bouncedAt)) return;
      await this.users.update(tx, userId, { emailBouncedAt: bouncedAt });
      await this.audit.insert(tx, {
        action: 'email-bounced',
        userId,
        actorId: null,
        newValue: { email },
        at,
      });
    });
  }
}
