import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import { completeSignUp, DomainError, finishSignUp, type PayloadOf, type RequestOf } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { assertNotCommonPassword } from '../credentials/common-passwords.js';
import { hashPassword, verifyPassword } from '../credentials/passwords.js';
import { hashToken } from '../credentials/single-use-tokens.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { emailTakenError, normalizeEmail } from '../users/email.js';
import { BuyerSettingsService } from '../users/buyer-settings.service.js';
import { TimeZoneService } from '../users/time-zone.service.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { UsersService } from '../users/users.service.js';
import type { DraftEntity, SignUpSubmission } from './draft.entity.js';
import { DraftRepository } from './draft.repository.js';
import { SignUpSaga } from './sign-up.saga.js';

/** Longer than `complete` can take, so that the background attempt starts only after the request has ended. */
const BACKGROUND_FINISH_DELAY_MS = 35_000;

type CompleteRequest = RequestOf<typeof completeSignUp>;

@Controller()
export class SignUpController {
  constructor(
    private readonly transactions: Transactions,
    private readonly drafts: DraftRepository,
    private readonly users: UserRepository,
    private readonly usersService: UsersService,
    private readonly saga: SignUpSaga,
    private readonly settings: BuyerSettingsService,
    private readonly sessions: SessionsService,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
    private readonly timeZones: TimeZoneService,
  ) {}

  /**
   * Stores the submission together with a delayed message that finishes it, so that a crash leaves no partial account.
   * A repeated request continues where the first one stopped and signs the user in if the password matches. It may name
   * another card or daily limit; if it succeeds, these are in force.
   */
  @HandleCommand(completeSignUp)
  async complete(request: CompleteRequest) {
    const { caller } = request;
    await this.rateLimiter.assertWithinLimit('complete', caller);
    assertNotCommonPassword(request.password, [normalizeEmail(request.email), request.phone]);
    const draft = await this.submit(request);
    // An earlier attempt created the account, but its response was lost.
    if (draft.userId !== null) {
      await this.verifyOwner(await this.users.findById(draft.userId), request);
      await this.resubmit(draft, request);
    }
    const finished = await this.saga.finish(draft.id);
    const user = await this.verifyOwner(finished?.user, request);
    await this.assertInForce(user, finished?.setupIntentId, request);
    const session = await this.transactions.run(async (tx) => {
      const current = await this.users.lock(tx, user.id);
      // Changed meanwhile: the password verified above is no longer the current one, or no longer enough.
      if (current?.password !== user.password || current.hasSecondFactor || current.disabledAt)
        throw new DomainError('DRAFT_NOT_FOUND');
      await this.audit.insertByUser(tx, 'signed-in', user.id, caller);
      return this.sessions.create(tx, user, caller, request.replacedSid);
    });
    return { user: await this.usersService.getCurrentUser(user.id), session };
  }

  @HandleEvent(finishSignUp)
  finish({ draftId }: PayloadOf<typeof finishSignUp>): Promise<void> {
    return this.saga.finishInBackground(draftId);
  }

  /** Stores the submission, unless an earlier one has created the account. Returns the draft. */
  private async submit(request: CompleteRequest): Promise<DraftEntity> {
    const email = normalizeEmail(request.email);
    const passwordHash = await hashPassword(request.password);
    const timeZone = await this.timeZones.find(request.timeZone ?? '');
    return this.transactions.run(async (tx) => {
      const draft = await this.drafts.lock(tx, { sessionHash: hashToken(request.sessionId) });
      if (!draft) throw new DomainError('DRAFT_NOT_FOUND');
      if (draft.userId !== null) return draft;
      if (!draft.acceptedTerms) throw new DomainError('TERMS_NOT_ACCEPTED');
      if (await this.users.isEmailTaken(email, { tx })) throw emailTakenError();
      await this.drafts.saveSubmission(tx, draft.id, {
        setupIntentId: request.setupIntentId,
        firstName: request.firstName.trim(),
        lastName: request.lastName.trim(),
        companyName: request.companyName?.trim() || null,
        email,
        phone: request.phone.trim(),
        passwordHash,
        dailyLeadLimit: request.dailyLeadLimit,
        states: request.states ?? [],
        ...(timeZone === undefined ? {} : { timeZone }),
        address: request.caller.address,
      });
      publishFinish(tx, draft.id);
      return draft;
    });
  }

  /**
   * Replaces the card, limit and states of a submission whose account exists but whose card is not saved yet. Of two
   * concurrent requests, the one that drew its number later wins.
   */
  private async resubmit(
    { id, reservedUserId, submission }: DraftEntity,
    { setupIntentId, dailyLeadLimit, states = [], caller }: CompleteRequest,
  ): Promise<void> {
    if (!submission) return;
    const { address } = caller;
    const choices = { setupIntentId, dailyLeadLimit, states };
    if (isDeepStrictEqual(toChoices(submission), choices)) return;
    const changeNumber = await this.settings.drawChangeNumber(reservedUserId);
    await this.transactions.run(async (tx) => {
      const current = (await this.drafts.lock(tx, { id }))?.submission;
      if (!current || (current.changeNumber ?? 0) > changeNumber) return;
      const newer = { ...current, ...choices, address, changeNumber };
      await this.drafts.saveSubmission(tx, id, newer);
      publishFinish(tx, id);
    });
  }

  /**
   * Verifies the password. The account may be older than this request, so this counts as a sign-in attempt.
   * @throws DRAFT_NOT_FOUND, TOO_MANY_REQUESTS
   */
  private async verifyOwner(
    user: UserEntity | null | undefined,
    { password, caller }: CompleteRequest,
  ): Promise<UserEntity> {
    // An account that has a second factor by now must sign in with it.
    if (!user || user.hasSecondFactor || user.disabledAt) throw new DomainError('DRAFT_NOT_FOUND');
    await this.rateLimiter.countSignInAttempt(user.email, caller);
    if (!(await verifyPassword(user.password, password))) throw new DomainError('DRAFT_NOT_FOUND');
    await this.rateLimiter.takeBackAttempt(user.email, caller);
    return user;
  }

  /**
   * `savedSetupIntentId`: whose card was saved for this request, if it was not complete before.
   * @throws SIGN_UP_COMPLETED if the account has another limit or card than this request names
   */
  private async assertInForce(
    user: UserEntity,
    savedSetupIntentId: string | null | undefined,
    { dailyLeadLimit, setupIntentId }: CompleteRequest,
  ): Promise<void> {
    const isInForce =
      user.dailyLeadLimit === dailyLeadLimit &&
      (savedSetupIntentId === setupIntentId || (await this.saga.isCardOnFile(user, setupIntentId)));
    if (!isInForce) throw new DomainError('SIGN_UP_COMPLETED');
  }
}

/** The choices that a repeated submission may change. */
const toChoices = ({ setupIntentId, dailyLeadLimit, states }: SignUpSubmission) => ({
  setupIntentId,
  dailyLeadLimit,
  states,
});

/** Finishes the sign-up even if the request is cut off. */
function publishFinish(tx: Tx, draftId: string): void {
  tx.publish(finishSignUp, { draftId }, { key: randomUUID(), delayMs: BACKGROUND_FINISH_DELAY_MS });
}
