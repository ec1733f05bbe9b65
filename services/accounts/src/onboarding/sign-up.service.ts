import { randomUUID } from 'node:crypto';
import {
  type completeSignUp,
  DomainError,
  finishSignUp,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { assertNotCommonPassword } from '../credentials/common-passwords.js';
import { hashPassword, verifyPassword } from '../credentials/passwords.js';
import { hashToken } from '../credentials/single-use-token.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { emailTakenError } from '../users/email-taken.error.js';
import { normalizeEmail, trimToNull } from '../users/normalize.js';
import { TimeZoneService } from '../users/time-zone.service.js';
import { UserRepository } from '../users/user.repository.js';
import { UsersService } from '../users/users.service.js';
import { DraftRepository } from './draft.repository.js';
import { SignUpSaga } from './sign-up.saga.js';

/** Longer than `complete` can take, so that the background attempt starts only after the request has ended. */
const BACKGROUND_FINISH_DELAY_MS = 35_000;

type CompleteRequest = RequestOf<typeof completeSignUp>;

@Injectable()
export class SignUpService {
  constructor(
    private readonly transactions: Transactions,
    private readonly drafts: DraftRepository,
    private readonly users: UserRepository,
    private readonly usersService: UsersService,
    private readonly saga: SignUpSaga,
    private readonly sessions: SessionsService,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
    private readonly timeZones: TimeZoneService,
  ) {}

  /**
   * Stores the submission together with a delayed message that finishes it, so that a crash leaves no partial account.
   * A repeated request continues where the first one stopped and signs the user in if the password matches.
   */
  async complete(request: CompleteRequest): Promise<ResponseOf<typeof completeSignUp>> {
    const { caller } = request;
    await this.rateLimiter.assertWithinLimit('complete', caller);
    assertNotCommonPassword(request.password, [normalizeEmail(request.email), request.phone]);
    const draftId = await this.submit(request);
    crashPoint('accounts.complete.after-submission');
    const user = await this.saga.finish(draftId);
    // An account that has a second factor by now signs in with it.
    if (!user || user.hasSecondFactor) throw new DomainError('DRAFT_NOT_FOUND');
    // The account may be older than this request, which then is a password attempt like any other.
    await this.rateLimiter.countSignInAttempt(user.email, caller);
    if (!(await verifyPassword(user.password, request.password))) throw new DomainError('DRAFT_NOT_FOUND');
    await this.rateLimiter.applyResets(user.email, caller);
    const session = await this.transactions.run(async (tx) => {
      await this.audit.insert(tx, { action: 'signed-in', userId: user.id, actorId: user.id, caller });
      return this.sessions.create(tx, user, caller);
    });
    crashPoint('accounts.complete.after-session');
    return { user: await this.usersService.getCurrentUser(user.id), session };
  }

  /** Returns the id of the draft. */
  private async submit(request: CompleteRequest): Promise<string> {
    const email = normalizeEmail(request.email);
    const passwordHash = await hashPassword(request.password);
    const timeZone = await this.timeZones.find(request.timeZone ?? '');
    return this.transactions.run(async (tx) => {
      const draft = await this.drafts.lock(tx, { sessionHash: hashToken(request.sessionId) });
      if (!draft) throw new DomainError('DRAFT_NOT_FOUND');
      // An earlier attempt created the account, but its response was lost.
      if (draft.userId !== null) return draft.id;
      if (await this.users.isEmailTaken(email, { tx })) throw emailTakenError();
      await this.drafts.saveSubmission(tx, draft.id, {
        setupIntentId: request.setupIntentId,
        firstName: request.firstName.trim(),
        lastName: request.lastName.trim(),
        companyName: trimToNull(request.companyName),
        email,
        phone: request.phone.trim(),
        passwordHash,
        dailyLeadLimit: request.dailyLeadLimit,
        ...(timeZone === undefined ? {} : { timeZone }),
        address: request.caller.address,
      });
      tx.publish(
        finishSignUp,
        { draftId: draft.id },
        { key: randomUUID(), delayMs: BACKGROUND_FINISH_DELAY_MS },
      );
      return draft.id;
    });
  }
}
