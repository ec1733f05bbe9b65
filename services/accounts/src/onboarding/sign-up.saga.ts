import { isDeepStrictEqual } from 'node:util';
import { CommandClient } from '@desk/bullmq-transport';
import { DomainError, hasCode, saveCard, verifyCardSetup } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { IntegrationsService } from '../integrations/integrations.service.js';
import { BuyerSettingsService } from '../users/buyer-settings.service.js';
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
  'CARD_PROVIDER_REFUSED',
]);

const isFinal = (error: unknown): boolean =>
  error instanceof DomainError && FINAL_ERROR_CODES.has(error.code);

interface FinishedSignUp {
  readonly user: UserEntity;
  /** The setup whose card this attempt saved; null if the sign-up was complete before. */
  readonly setupIntentId: string | null;
}

/** `newer`: what was submitted while the attempt was made, and has to be attempted now. */
type AttemptResult = Pick<FinishedSignUp, 'setupIntentId'> | { readonly newer: SignUpSubmission };
const COMPLETED_BEFORE: AttemptResult = { setupIntentId: null };

/** Turns a submitted draft into an account with a card. Every step is idempotent, so the saga can be repeated. */
@Injectable()
export class SignUpSaga {
  constructor(
    private readonly transactions: Transactions,
    private readonly commands: CommandClient,
    private readonly drafts: DraftRepository,
    private readonly users: UserRepository,
    private readonly usersService: UsersService,
    private readonly settings: BuyerSettingsService,
    private readonly integrations: IntegrationsService,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * Returns the user, whether created now or by an earlier attempt, or null if there is nothing to finish.
   * After an error that no retry can fix it discards the submission and rethrows.
   */
  async finish(draftId: string): Promise<FinishedSignUp | null> {
    const draft = await this.drafts.findById(draftId);
    if (!draft || (!draft.completedAt && !draft.submission)) return null;
    const setupIntentId = draft.submission && (await this.execute(draft, draft.submission));
    const user = await this.users.findById(draft.reservedUserId);
    return user && { user, setupIntentId };
  }

  async isCardOnFile(
    { id: buyerId, stripePaymentMethodId }: UserEntity,
    setupIntentId: string,
  ): Promise<boolean> {
    try {
      const { paymentMethodId } = await this.commands.send(verifyCardSetup, { buyerId, setupIntentId });
      return paymentMethodId === stripePaymentMethodId;
    } catch (error) {
      const isUnknown = hasCode(error, 'CARD_PROVIDER_REFUSED');
      if (isFinal(error) && !isUnknown) return false;
      throw error;
    }
  }

  /** Finishes a sign-up whose request was cut off. Errors that no retry can fix do not fail the message. */
  async finishInBackground(draftId: string): Promise<void> {
    try {
      await this.finish(draftId);
    } catch (error) {
      if (!isFinal(error)) throw error;
    }
  }

  /** Starts over with what was submitted meanwhile. Returns the setup whose card it saved, or null. */
  private async execute(draft: DraftEntity, submission: SignUpSubmission): Promise<string | null> {
    const result = await this.attempt(draft, submission);
    return 'newer' in result ? this.execute(draft, result.newer) : result.setupIntentId;
  }

  private async attempt(
    { id, reservedUserId: buyerId }: DraftEntity,
    submission: SignUpSubmission,
  ): Promise<AttemptResult> {
    const { setupIntentId } = submission;
    try {
      const { paymentMethodId } = await this.commands.send(verifyCardSetup, { buyerId, setupIntentId });
      const current = await this.createUser(id);
      if (current === null) return COMPLETED_BEFORE;
      if (current.setupIntentId !== setupIntentId) return { newer: current };
      // Before the card is saved, because leads arrive from then on.
      await this.applyChoices(buyerId, current);
      const saved = await this.commands.send(saveCard, { buyerId, paymentMethodId });
      const result = await this.complete(id, current, saved.paymentMethodId);
      if (result === COMPLETED_BEFORE) await this.restoreCard(buyerId, paymentMethodId);
      return result;
    } catch (error) {
      if (isFinal(error)) await this.drafts.discardSubmission(id, submission);
      throw error;
    }
  }

  /** A newer submission may have completed the sign-up just before this attempt saved the card of an older one. */
  private async restoreCard(buyerId: string, savedId: string): Promise<void> {
    const paymentMethodId = (await this.users.findById(buyerId))?.stripePaymentMethodId ?? savedId;
    if (paymentMethodId !== savedId) await this.commands.send(saveCard, { buyerId, paymentMethodId });
  }

  /** Applies what a repeated submission chose after the first one had created the account. */
  private async applyChoices(
    buyerId: string,
    { dailyLeadLimit, states, changeNumber, address }: SignUpSubmission,
  ): Promise<void> {
    if (changeNumber === undefined) return;
    const change = { buyerId, changeNumber, caller: { address, userAgent: null } };
    await this.settings.setDailyLimit({ ...change, dailyLeadLimit });
    await this.settings.setStates({ ...change, states });
  }

  private complete(
    draftId: string,
    submission: SignUpSubmission,
    stripePaymentMethodId: string,
  ): Promise<AttemptResult> {
    return this.transactions.run(async (tx) => {
      const draft = await this.drafts.lock(tx, { id: draftId });
      if (!draft?.submission) return COMPLETED_BEFORE;
      if (!isDeepStrictEqual(draft.submission, submission)) return { newer: draft.submission };
      await this.users.update(tx, draft.reservedUserId, { stripePaymentMethodId });
      await this.drafts.complete(tx, draftId);
      return { setupIntentId: submission.setupIntentId };
    });
  }

  /** Returns the newest submission, or null if there is none any more. Creates the user unless that was done before. */
  private createUser(draftId: string): Promise<SignUpSubmission | null> {
    return this.transactions.run(async (tx) => {
      const draft = await this.drafts.lock(tx, { id: draftId });
      if (!draft?.submission || draft.userId !== null) return draft?.submission ?? null;
      const { submission, reservedUserId: userId } = draft;
      const { email, firstName, lastName, phone, companyName, dailyLeadLimit, states, timeZone } = submission;
      const choices = { text: draft.deliveryText, slack: draft.deliverySlack, other: draft.deliveryOther };
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
          termsAcceptedAt: draft.termsAcceptedAt ?? draft.createdAt,
          termsVersion: draft.termsVersion,
          termsNetwork: draft.termsNetwork,
        },
        states,
      );
      await this.drafts.update(tx, draftId, { userId });
      const caller = { address: submission.address, userAgent: null };
      await this.audit.insertByUser(tx, 'registered', userId, caller);
      const requester = { id: userId, firstName, lastName, email, phone };
      await this.integrations.requestAtSignUp(tx, requester, choices, caller);
      return submission;
    });
  }
}
