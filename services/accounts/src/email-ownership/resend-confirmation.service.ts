import {
  DomainError,
  MAILBOX_LIMIT,
  type RequestOf,
  type resendConfirmation,
  tooManyRequests,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { EmailConfirmationService } from '../users/email-confirmation.service.js';
import { hasConfirmedEmail } from '../users/email-state.js';
import { UserRepository } from '../users/user.repository.js';

@Injectable()
export class ResendConfirmationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly confirmations: EmailConfirmationService,
    private readonly rateLimiter: RateLimiter,
  ) {}

  /** @throws USER_NOT_FOUND, EMAIL_ALREADY_CONFIRMED, TOO_MANY_REQUESTS */
  async resend({ userId }: RequestOf<typeof resendConfirmation>): Promise<void> {
    const user = await this.users.findById(userId);
    if (!user || user.disabledAt) throw new DomainError('USER_NOT_FOUND');
    if (hasConfirmedEmail(user)) throw new DomainError('EMAIL_ALREADY_CONFIRMED');
    if (!(await this.rateLimiter.canSendEmail('confirm-email', user.email)))
      throw tooManyRequests(MAILBOX_LIMIT.seconds);
    await this.transactions.run((tx) => this.confirmations.sendLink(tx, user, 'confirm-email'));
  }
}
