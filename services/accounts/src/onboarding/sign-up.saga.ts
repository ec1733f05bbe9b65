import { CommandClient } from '@desk/bullmq-transport';
import { DomainError, saveCard, verifyCardSetup } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { IntegrationsService } from '../integrations/integrations.service.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { UsersService } from '../users/users.service.js';
import type { DraftEntity, SignUpSubmission } from './draft.entity.js';
import { DraftRepository } from './draft.repository.js';

/** Errors that no retry can fix: the user has to submit something else. */
const FINAL_ERROR_CODES: ReadonlySet<string> = new Set([
  'SETUP_NOT_SUCCEEDED',
  'CUSTOMER_NOT_FOUND',
  'EMAIL_TAKEN',
]);

const isFinal = (error: unknown): boolean =>
  error instanceof DomainError && FINAL_ERROR_CODES.has(error.code);

/** Turns a submitted draft into an account with a card. Every step is idempotent, so the saga can be repeated. */
@Injectable()
export class SignUpSaga {
  constructor(
    private readonly transactions: Transactions,
    private readonly commands: CommandClient,
    private readonly drafts: DraftRepository,
    private readonly users: UserRepository,
    private readonly usersService: UsersService,
    private readonly integrations: IntegrationsService,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * Returns the user, whether created now or by an earlier attempt, or null if there is nothing to finish.
   * After an error that no retry can fix it discards the submission and rethrows.
   */
  async finish(draftId: string): Promise<UserEntity | null> {
    const draft = await this.drafts.findById(draftId);
    if (!draft) return null;
    if (!draft.completedAt) {
      if (!draft.submission) return null;
      await this.execute(draft, draft.submission);
    }
    return this.users.findById(draft.reservedUserId);
  }

  /** Finishes a sign-up whose request was cut off. Errors that no retry can fix do not fail the message. */
  async finishInBackground(draftId: string): Promise<void> {
    try {
      await this.finish(draftId);
    } catch (error) {
      if (!isFinal(error)) throw error;
    }
  }

  private async execute(draft: DraftEntity, { setupIntentId }: SignUpSubmission): Promise<void> {
    const buyerId = draft.reservedUserId;
    try {
      const { paymentMethodId } = await this.commands.send(verifyCardSetup, { buyerId, setupIntentId });
      crashPoint('accounts.complete.after-verify');
      await this.createUser(draft.id);
      crashPoint('accounts.complete.after-user');
      const saved = await this.commands.send(saveCard, { buyerId, paymentMethodId });
      crashPoint('accounts.complete.after-card');
      await this.transactions.run(async (tx) => {
        await this.users.update(tx, buyerId, { stripePaymentMethodId: saved.paymentMethodId });
        await this.drafts.complete(tx, draft.id);
      });
      crashPoint('accounts.complete.after-completion');
    } catch (error) {
      if (isFinal(error)) await this.drafts.discardSubmission(draft.id);
      throw error;
    }
  }

  private async createUser(draftId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const draft = await this.drafts.lock(tx, { id: draftId });
      if (!draft?.submission || draft.userId !== null) return;
      const { submission, reservedUserId: userId } = draft;
      const { email, firstName, lastName, phone, companyName, dailyLeadLimit, timeZone } = submission;
      const choices = {
        email: draft.deliveryEmail,
        text: draft.deliveryText,
        slack: draft.deliverySlack,
        other: draft.deliveryOther,
      };
      await this.usersService.create(
        tx,
        {
          id: userId,
          email,
          password: submission.passwordHash,
          firstName,
          lastName,
          phone,
          companyName,
          isAdmin: false,
          dailyLeadLimit,
          timeZone,
        },
        choices,
      );
      await this.drafts.update(tx, draftId, { userId });
      const caller = { address: submission.address, userAgent: null };
      await this.audit.insert(tx, { action: 'registered', userId, actorId: userId, caller });
      const requester = { id: userId, firstName, lastName, email, phone };
      await this.integrations.requestAtSignUp(tx, requester, choices, caller);
    });
  }
}
