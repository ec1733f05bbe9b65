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
import { UsersRepository } from '../database/repositories/users.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { refuseCommonPassword } from '../sign-in/common-passwords.js';
import { checkPassword, hashPassword } from '../sign-in/passwords.js';
import { hashToken } from '../sign-in/single-use-token.js';
import { ThrottlingService } from '../throttling/throttling.service.js';
import { CurrentUserService } from '../users/current-user.service.js';
import { emailTaken } from '../users/email-taken.js';
import { normalizeEmail, orNull } from '../users/normalise.js';
import { DraftsRepository } from './drafts.repository.js';
import { SignUpSaga } from './sign-up.saga.js';

/** Later than the longest `complete` can take. */
const FINISH_AFTER_MS = 35_000;

type Request = RequestOf<typeof completeSignUp>;

@Injectable()
export class SignUpService {
  constructor(
    private readonly transactions: Transactions,
    private readonly drafts: DraftsRepository,
    private readonly users: UsersRepository,
    private readonly saga: SignUpSaga,
    private readonly sessions: SessionsService,
    private readonly throttling: ThrottlingService,
    private readonly currentUser: CurrentUserService,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * What was asked is written down first, with an order to finish it: a crash after that leaves no half account.
   * Sent again, it goes on where it stopped, and signs in whoever knows the password.
   */
  async complete(request: Request): Promise<ResponseOf<typeof completeSignUp>> {
    const { caller } = request;
    await this.throttling.limit('complete', caller);
    refuseCommonPassword(request.password, [normalizeEmail(request.email), request.phone]);
    const draftId = await this.claim(request);
    crashPoint('accounts.complete.after-claim');
    const user = await this.saga.finish(draftId);
    if (!user || !(await checkPassword(user.password, request.password)))
      throw new DomainError('DRAFT_NOT_FOUND');
    const session = await this.transactions.run(async (tx) => {
      await this.audit.add(tx, { action: 'signed-in', userId: user.id, actorId: user.id, caller });
      return this.sessions.begin(tx, user.id, caller);
    });
    crashPoint('accounts.complete.after-session');
    return { user: await this.currentUser.of(user), session };
  }

  private async claim(request: Request): Promise<string> {
    const email = normalizeEmail(request.email);
    const passwordHash = await hashPassword(request.password);
    return this.transactions.run(async (tx) => {
      const draft = await this.drafts.lock(tx, { sessionHash: hashToken(request.sessionId) });
      if (!draft) throw new DomainError('DRAFT_NOT_FOUND');
      // The user is there already: an earlier try got that far, and its answer was lost.
      if (draft.userId !== null) return draft.id;
      const holder = await this.users.byEmail(email);
      if (holder) throw emailTaken();
      await this.drafts.claim(tx, draft.id, {
        setupIntentId: request.setupIntentId,
        firstName: request.firstName.trim(),
        lastName: request.lastName.trim(),
        companyName: orNull(request.companyName),
        email,
        phone: request.phone.trim(),
        passwordHash,
        dailyLeadLimit: request.dailyLeadLimit,
        address: request.caller.address,
      });
      tx.publish(finishSignUp, { draftId: draft.id }, { key: randomUUID(), delayMs: FINISH_AFTER_MS });
      return draft.id;
    });
  }
}
