import { Transactions } from '@desk/outbox';
import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EmailConfirmationService } from './email-confirmation.service.js';
import type { UserEntity } from './user.entity.js';

const INTERVAL_MS = 5_000;

const CLAIM_UNSENT = `
  UPDATE users SET confirmation_sent_at = now()
   WHERE id IN (SELECT id FROM users
                 WHERE confirmation_sent_at IS NULL AND email_confirmed_at IS NULL
                   AND stripe_payment_method_id IS NOT NULL AND NOT is_admin AND disabled_at IS NULL
                 LIMIT 50 FOR UPDATE SKIP LOCKED)
  RETURNING id, email, first_name AS "firstName"`;

/** Emails a confirmation link to agents with a card who signed up under an earlier release, which sent none. */
@Injectable()
export class UnsentConfirmationsPublisher implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly confirmations: EmailConfirmationService,
  ) {}

  onModuleInit(): void {
    this.tasks.start({
      name: 'unsent confirmations',
      intervalMs: INTERVAL_MS,
      run: () => this.publish(),
    });
  }

  private publish(): Promise<void> {
    return this.transactions.run(async (tx) => {
      const users = await tx.query<Pick<UserEntity, 'id' | 'email' | 'firstName'>>(CLAIM_UNSENT);
      for (const user of users) await this.confirmations.sendLink(tx, user, 'confirm-email');
    });
  }
}
