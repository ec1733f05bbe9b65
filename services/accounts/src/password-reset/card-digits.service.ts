import { CommandClient } from '@desk/bullmq-transport';
import { DomainError, type ErrorCode, errorCatalog, getCard } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { hasConfirmedEmail } from '../users/email.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { PasswordResetRepository } from './password-reset.repository.js';

const MAX_FAILURES_PER_LINK = 3;
/**
 * Wrong digits for an account until its address is confirmed. Without this limit, new links would allow 360 guesses a
 * day at 10,000 combinations.
 */
const MAX_FAILURES_PER_ACCOUNT = 10;

type Account = Pick<UserEntity, 'emailConfirmedAt' | 'emailBouncedAt' | 'stripePaymentMethodId'>;

/**
 * Whether a reset link alone is not enough. Mail to the confirmed address came back, so the mailbox may be a stranger's
 * by now, and an account with a card holds leads and can be charged. If the address was never confirmed, the card
 * proves nothing: anybody can enter another person's address with their own card.
 */
export const needsCardDigits = (account: Account): boolean =>
  account.stripePaymentMethodId !== null && account.emailConfirmedAt !== null && !hasConfirmedEmail(account);

const cardDigitsError = (code: ErrorCode): DomainError =>
  new DomainError(code, { fields: [{ field: 'cardDigits', message: errorCatalog[code].detail }] });
export const cardDigitsRequiredError = (): DomainError => cardDigitsError('CARD_DIGITS_REQUIRED');

/** Asks for something that only the account's owner knows, when a reset link may have gone to a stranger. */
@Injectable()
export class CardDigitsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly commands: CommandClient,
    private readonly users: UserRepository,
    private readonly passwordResets: PasswordResetRepository,
  ) {}

  /**
   * A link ends with its third wrong answer. After ten in all, no link works until the address is confirmed.
   *
   * @throws CARD_DIGITS_REQUIRED, WRONG_CARD_DIGITS, LINK_EXPIRED
   */
  async verify(user: UserEntity, tokenHash: string, digits: string | undefined): Promise<void> {
    if (!digits) throw cardDigitsRequiredError();
    const { card } = await this.commands.send(getCard, { buyerId: user.id });
    const hasAttempts = await this.transactions.run(async (tx) => {
      // Locked, so that each of parallel guesses is counted before the next is compared.
      const current = await this.users.lock(tx, user.id);
      if (!current || (await this.passwordResets.findUserId(tokenHash, tx)) === undefined) return false;
      if (current.cardDigitFailures >= MAX_FAILURES_PER_ACCOUNT) {
        await this.passwordResets.use(tx, tokenHash);
        return false;
      }
      if (card?.last4 === digits) return true;
      await this.users.update(tx, user.id, { cardDigitFailures: current.cardDigitFailures + 1 });
      if ((await this.passwordResets.countDigitFailure(tx, tokenHash)) >= MAX_FAILURES_PER_LINK)
        await this.passwordResets.use(tx, tokenHash);
      return true;
    });
    if (!hasAttempts) throw new DomainError('LINK_EXPIRED');
    if (card?.last4 !== digits) throw cardDigitsError('WRONG_CARD_DIGITS');
  }
}
