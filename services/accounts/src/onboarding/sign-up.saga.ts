import { CommandClient } from '@desk/bullmq-transport';
import { DomainError, saveCard, verifyCardSetup } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import type { Claim, DraftEntity } from '../database/entities/draft.entity.js';
import type { UserEntity } from '../database/entities/user.entity.js';
import { UsersRepository } from '../database/repositories/users.repository.js';
import { RegistrationService } from '../users/registration.service.js';
import { DraftsRepository } from './drafts.repository.js';

/** The claim as it was asked can never succeed; something else must be asked. */
const HOPELESS: ReadonlySet<string> = new Set(['SETUP_NOT_SUCCEEDED', 'CUSTOMER_NOT_FOUND', 'EMAIL_TAKEN']);

/** From a claimed draft to an account. Each step sees whether it was done, so all of it may be repeated. */
@Injectable()
export class SignUpSaga {
  constructor(
    private readonly transactions: Transactions,
    private readonly commands: CommandClient,
    private readonly drafts: DraftsRepository,
    private readonly users: UsersRepository,
    private readonly registration: RegistrationService,
    private readonly audit: AuditRepository,
  ) {}

  /** The user, made now or before; null when there is nothing to finish. A hopeless claim is given up. */
  async finish(draftId: string): Promise<UserEntity | null> {
    const draft = await this.drafts.byId(draftId);
    if (!draft) return null;
    if (!draft.completedAt) {
      if (!draft.claim) return null;
      await this.make(draft, draft.claim);
    }
    return this.users.byId(draft.reservedUserId);
  }

  /** For the order that follows each claim: a hopeless one is no reason to try again. */
  async finishLater(draftId: string): Promise<void> {
    try {
      await this.finish(draftId);
    } catch (error) {
      if (!(error instanceof DomainError) || !HOPELESS.has(error.code)) throw error;
    }
  }

  private async make(draft: DraftEntity, claim: Claim): Promise<void> {
    const buyerId = draft.reservedUserId;
    try {
      const { setupIntentId } = claim;
      const { paymentMethodId } = await this.commands.send(verifyCardSetup, { buyerId, setupIntentId });
      crashPoint('accounts.complete.after-verify');
      await this.makeUser(draft.id);
      crashPoint('accounts.complete.after-user');
      const saved = await this.commands.send(saveCard, { buyerId, paymentMethodId });
      crashPoint('accounts.complete.after-card');
      await this.transactions.run(async (tx) => {
        await this.users.change(tx, buyerId, { stripePaymentMethodId: saved.paymentMethodId });
        await this.drafts.complete(tx, draft.id);
      });
      crashPoint('accounts.complete.after-completion');
    } catch (error) {
      if (error instanceof DomainError && HOPELESS.has(error.code)) await this.drafts.release(draft.id);
      throw error;
    }
  }

  private async makeUser(draftId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const draft = await this.drafts.lock(tx, { id: draftId });
      if (!draft?.claim || draft.userId !== null) return;
      const { claim, reservedUserId: id } = draft;
      const { email, firstName, lastName, phone, companyName, dailyLeadLimit } = claim;
      await this.registration.add(
        tx,
        {
          id,
          email,
          password: claim.passwordHash,
          firstName,
          lastName,
          phone,
          companyName,
          isAdmin: false,
          dailyLeadLimit,
        },
        {
          email: draft.deliveryEmail,
          text: draft.deliveryText,
          slack: draft.deliverySlack,
          other: draft.deliveryOther,
        },
      );
      await this.drafts.change(tx, draftId, { userId: id });
      const caller = { address: claim.address, userAgent: null };
      await this.audit.add(tx, { action: 'registered', userId: id, actorId: id, caller });
    });
  }
}
