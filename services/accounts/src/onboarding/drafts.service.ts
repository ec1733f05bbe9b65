import { randomUUID } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import {
  type beginPayment,
  createCardSetup,
  DomainError,
  type Draft,
  type RequestOf,
  type saveDraft,
  type SavedStep,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { DraftEntity } from '../database/entities/draft.entity.js';
import { UsersRepository } from '../database/repositories/users.repository.js';
import type { Caller } from '../sign-in/client.js';
import { hashToken, newToken } from '../sign-in/single-use-token.js';
import { ThrottlingService } from '../throttling/throttling.service.js';
import { emailTaken } from '../users/email-taken.js';
import { normalizeEmail, orNull } from '../users/normalise.js';
import { DraftsRepository, type DraftValues } from './drafts.repository.js';

const TEXTS = ['deliveryOther', 'firstName', 'lastName', 'companyName', 'email', 'phone'] as const;

/** Sign-ups under way. Whoever holds the session id goes on with one; it reserves no e-mail address. */
@Injectable()
export class DraftsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly commands: CommandClient,
    private readonly drafts: DraftsRepository,
    private readonly users: UsersRepository,
    private readonly throttling: ThrottlingService,
  ) {}

  async save({ sessionId, step, values, caller }: RequestOf<typeof saveDraft>): Promise<string> {
    await this.throttling.limit('draft', caller);
    const session = sessionId ?? newToken();
    await this.transactions.run(async (tx) => {
      if (sessionId === null)
        await this.drafts.add(tx, {
          id: randomUUID(),
          sessionHash: hashToken(session),
          reservedUserId: randomUUID(),
          currentStep: step,
        });
      const draft = await this.drafts.lock(tx, { sessionHash: hashToken(session) });
      if (!draft || draft.completedAt) throw new DomainError('DRAFT_NOT_FOUND');
      await this.drafts.keepStep(tx, draft, step, toValues(values));
    });
    return session;
  }

  async get(sessionId: string, caller: Caller): Promise<Draft> {
    await this.throttling.limit('draft', caller);
    return toDraft(await this.open(sessionId));
  }

  async isAvailable(email: string, caller: Caller): Promise<boolean> {
    await this.throttling.limit('check-email', caller);
    return (await this.users.byEmail(normalizeEmail(email))) === null;
  }

  /** The customer and the set-up are made for the id that the user will have. */
  async beginPayment({ sessionId, email, caller }: RequestOf<typeof beginPayment>): Promise<string> {
    await this.throttling.limit('payment', caller);
    const draft = await this.open(sessionId);
    const address = normalizeEmail(email);
    if (await this.users.byEmail(address)) throw emailTaken();
    const setup = await this.commands.send(createCardSetup, {
      buyerId: draft.reservedUserId,
      email: address,
    });
    return setup.clientSecret;
  }

  private async open(sessionId: string): Promise<DraftEntity> {
    const draft = await this.drafts.bySession(hashToken(sessionId));
    if (!draft || draft.completedAt) throw new DomainError('DRAFT_NOT_FOUND');
    return draft;
  }
}

function toValues({ ...values }: RequestOf<typeof saveDraft>['values']): DraftValues {
  const texts = TEXTS.filter((key) => values[key] !== undefined).map((key) => [key, orNull(values[key])]);
  return { ...values, ...Object.fromEntries(texts) } as DraftValues;
}

const toDraft = (draft: DraftEntity): Draft => ({
  currentStep: draft.currentStep,
  completedSteps: draft.completedSteps satisfies SavedStep[],
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
