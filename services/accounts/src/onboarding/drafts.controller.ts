import { randomUUID } from 'node:crypto';
import { CommandClient, HandleCommand } from '@desk/bullmq-transport';
import {
  beginPayment,
  checkEmail,
  createCardSetup,
  DomainError,
  type Draft,
  getDraft,
  type RequestOf,
  saveDraft,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { assertNotCommonPassword } from '../credentials/common-passwords.js';
import { createToken, hashToken } from '../credentials/single-use-tokens.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { emailTakenError, normalizeEmail } from '../users/email.js';
import { UserRepository } from '../users/user.repository.js';
import type { DraftEntity } from './draft.entity.js';
import { DraftRepository, type DraftValues } from './draft.repository.js';
import { termsOf } from '../users/terms.js';

const TEXT_FIELDS = ['deliveryOther', 'firstName', 'lastName', 'companyName', 'email', 'phone'] as const;

/** Sign-ups in progress. The session id gives access to a draft. A draft does not reserve its email address. */
@Controller()
export class DraftsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly commands: CommandClient,
    private readonly drafts: DraftRepository,
    private readonly users: UserRepository,
    private readonly rateLimiter: RateLimiter,
  ) {}

  /** Saves a step and returns the session id; without one, starts a new draft. */
  @HandleCommand(saveDraft)
  async save({ sessionId: knownId, step, values, caller }: RequestOf<typeof saveDraft>) {
    await this.rateLimiter.assertWithinLimit('draft', caller);
    const sessionId = knownId ?? createToken();
    const sessionHash = hashToken(sessionId);
    await this.transactions.run(async (tx) => {
      if (knownId === null)
        await this.drafts.insert(tx, {
          id: randomUUID(),
          sessionHash,
          reservedUserId: randomUUID(),
          currentStep: step,
        });
      const draft = await this.drafts.lock(tx, { sessionHash });
      if (!draft || draft.completedAt) throw new DomainError('DRAFT_NOT_FOUND');
      if (values.password !== undefined)
        assertNotCommonPassword(values.password, [draft.email ?? '', draft.phone ?? '']);
      const terms = values.acceptedTerms === undefined ? {} : termsOf(values.acceptedTerms, caller);
      await this.drafts.saveStep(tx, draft, step, { ...toDraftValues(values), ...terms });
    });
    return { sessionId };
  }

  @HandleCommand(getDraft)
  async get({ sessionId, caller }: RequestOf<typeof getDraft>): Promise<Draft> {
    await this.rateLimiter.assertWithinLimit('draft', caller);
    return toDraftDto(await this.getOpenDraft(sessionId));
  }

  @HandleCommand(checkEmail)
  async checkEmail({ email, caller }: RequestOf<typeof checkEmail>) {
    await this.rateLimiter.assertWithinLimit('check-email', caller);
    return { available: !(await this.users.isEmailTaken(normalizeEmail(email))) };
  }

  /** Creates a card setup for the sign-up's account, which may exist already, and returns its client secret. */
  @HandleCommand(beginPayment)
  async beginPayment({ sessionId, email, proofOfWork, caller }: RequestOf<typeof beginPayment>) {
    await this.rateLimiter.assertWithinLimit('payment', caller);
    const draft = await this.getOpenDraft(sessionId);
    const normalizedEmail = normalizeEmail(email);
    if (await this.users.isEmailTaken(normalizedEmail, { userId: draft.userId })) throw emailTakenError();
    const setup = await this.commands.send(createCardSetup, {
      buyerId: draft.reservedUserId,
      email: normalizedEmail,
      ...(proofOfWork === undefined ? {} : { proofOfWork }),
    });
    return { clientSecret: setup.clientSecret };
  }

  private async getOpenDraft(sessionId: string): Promise<DraftEntity> {
    const draft = await this.drafts.findBySession(hashToken(sessionId));
    if (!draft || draft.completedAt) throw new DomainError('DRAFT_NOT_FOUND');
    return draft;
  }
}

function toDraftValues({ password: _, ...values }: RequestOf<typeof saveDraft>['values']): DraftValues {
  const present = TEXT_FIELDS.filter((field) => values[field] !== undefined);
  const texts = Object.fromEntries(present.map((field) => [field, values[field]?.trim() || null]));
  return { ...values, ...texts } as DraftValues;
}

const toDraftDto = (draft: DraftEntity): Draft => ({
  currentStep: draft.currentStep,
  completedSteps: draft.completedSteps,
  acceptedTerms: draft.acceptedTerms,
  deliveryEmail: draft.deliveryEmail,
  deliveryText: draft.deliveryText,
  deliverySlack: draft.deliverySlack,
  deliveryOther: draft.deliveryOther,
  firstName: draft.firstName,
  lastName: draft.lastName,
  companyName: draft.companyName,
  email: draft.email,
  phone: draft.phone,
});
