import { randomUUID } from 'node:crypto';
import {
  type Caller,
  DomainError,
  integrationRequested,
  integrationResolved,
  type IntegrationSource,
  type IntegrationState,
} from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { type AuditEntry, AuditRepository } from '../audit/audit.repository.js';
import type { UserEntity } from '../users/user.entity.js';
import {
  IntegrationRequestRepository,
  type IntegrationRequestRow,
} from './integration-request.repository.js';
import { type ChosenIntegration, type DeliveryChoices, listRequestedAtSignUp } from './integration-rules.js';

/** What the team must know about the user who requests an integration. */
type Requester = Pick<UserEntity, 'id' | 'firstName' | 'lastName' | 'email' | 'phone'>;
type Resolution = Exclude<IntegrationState, 'pending'>;

/** Requests integrations and resolves the requests. */
@Injectable()
export class IntegrationsService {
  constructor(
    private readonly requests: IntegrationRequestRepository,
    private readonly audit: AuditRepository,
  ) {}

  /** Requests what a new user chose in the sign-up wizard. */
  async requestAtSignUp(tx: Tx, user: Requester, choices: DeliveryChoices, caller: Caller): Promise<void> {
    for (const chosen of listRequestedAtSignUp(choices))
      await this.insert(tx, user, chosen, { source: 'sign-up', caller });
  }

  /** Returns undefined if the user has a pending request of this type. */
  async insert(
    tx: Tx,
    { id: userId, firstName, lastName, email, phone }: Requester,
    { integrationType, details }: ChosenIntegration,
    { source, caller }: { readonly source: IntegrationSource; readonly caller: Caller },
  ): Promise<IntegrationRequestRow | undefined> {
    const row = await this.requests.insert(tx, { id: randomUUID(), userId, integrationType, details });
    if (!row) return undefined;
    const { id: requestId, createdAt } = row;
    tx.publish(
      integrationRequested,
      {
        requestId,
        userId,
        integrationType,
        source,
        details,
        firstName,
        lastName,
        email,
        phone,
        at: createdAt.toISOString(),
      },
      { key: requestId },
    );
    await this.audit.insertByUser(tx, 'integration-requested', userId, caller, {
      newValue: { integrationType },
    });
    return row;
  }

  async close(
    tx: Tx,
    { id: requestId, userId }: { readonly id: string; readonly userId: string },
    status: Resolution,
    declineReason: string | null,
    by: Pick<AuditEntry, 'actorId' | 'caller'>,
  ): Promise<IntegrationRequestRow> {
    const row = await this.requests.resolve(tx, requestId, status, declineReason);
    if (!row) throw new DomainError('INTEGRATION_REQUEST_NOT_FOUND');
    const { integrationType } = row;
    tx.publish(
      integrationResolved,
      {
        requestId,
        userId,
        integrationType,
        status,
        reason: declineReason,
        at: row.updatedAt.toISOString(),
      },
      { key: requestId },
    );
    await this.audit.insert(tx, {
      action: 'integration-resolved',
      userId,
      ...by,
      oldValue: { requestId, integrationType, status: 'pending' },
      newValue: { requestId, integrationType, status, ...(declineReason === null ? {} : { declineReason }) },
    });
    return row;
  }
}
