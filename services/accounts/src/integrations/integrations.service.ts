import { randomUUID } from 'node:crypto';
import type { Message } from '@desk/bullmq-transport';
import {
  type Caller,
  type channelChanged,
  channelFacts,
  DomainError,
  type IntegrationRequest,
  integrationRequested,
  integrationResolved,
  type IntegrationSource,
  type IntegrationState,
  type listAllIntegrationRequests,
  type PayloadOf,
  type requestIntegration,
  type RequestOf,
  type resolveIntegrationRequest,
  type ResponseOf,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { toPage } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { type AuditEntry, AuditRepository } from '../audit/audit.repository.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import {
  IntegrationRequestRepository,
  type IntegrationRequestRow,
} from './integration-request.repository.js';
import {
  canActivateByHand,
  type ChosenIntegration,
  type DeliveryChoices,
  integrationTransitions,
  listRequestedAtSignUp,
} from './integration-rules.js';

/** Who asks, as the team needs to know them. */
type Requester = Pick<UserEntity, 'id' | 'firstName' | 'lastName' | 'email' | 'phone'>;
type Resolution = Exclude<IntegrationState, 'pending'>;
type ListAll = typeof listAllIntegrationRequests;

const toDto = <Row extends { createdAt: Date; updatedAt: Date }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

@Injectable()
export class IntegrationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly requests: IntegrationRequestRepository,
    private readonly users: UserRepository,
    private readonly audit: AuditRepository,
  ) {}

  async list(userId: string): Promise<IntegrationRequest[]> {
    return (await this.requests.listByUser(userId)).map(toDto);
  }

  async listAll({ limit, ...page }: RequestOf<ListAll>): Promise<ResponseOf<ListAll>> {
    const rows = await this.requests.listAll({ ...page, limit: limit + 1 });
    const { rows: requests, next } = toPage(rows.map(toDto), limit, ({ createdAt, id }) => ({
      createdAt,
      id,
    }));
    return { requests, next };
  }

  /** @throws INTEGRATION_ALREADY_REQUESTED while a request of the same type is pending */
  async request({
    userId,
    integrationType,
    caller,
  }: RequestOf<typeof requestIntegration>): Promise<IntegrationRequest> {
    return this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user) throw new DomainError('USER_NOT_FOUND');
      const chosen = { integrationType, details: null };
      const row = await this.insert(tx, user, chosen, { source: 'integrations-page', caller });
      if (!row) throw new DomainError('INTEGRATION_ALREADY_REQUESTED');
      return toDto(row);
    });
  }

  /** Requests what a new user chose in the sign-up wizard. */
  async requestAtSignUp(tx: Tx, user: Requester, choices: DeliveryChoices, caller: Caller): Promise<void> {
    for (const chosen of listRequestedAtSignUp(choices))
      await this.insert(tx, user, chosen, { source: 'sign-up', caller });
  }

  /** @throws INTEGRATION_REQUEST_NOT_FOUND, INTEGRATION_REQUEST_RESOLVED, INTEGRATION_NOT_SET_UP */
  async resolve({
    requestId,
    status,
    reason,
    actorId,
    caller,
  }: RequestOf<typeof resolveIntegrationRequest>): Promise<IntegrationRequest> {
    return this.transactions.run(async (tx) => {
      const request = await this.requests.lock(tx, requestId);
      if (!request) throw new DomainError('INTEGRATION_REQUEST_NOT_FOUND');
      if (!integrationTransitions.isAllowed(request.status, status))
        throw new DomainError('INTEGRATION_REQUEST_RESOLVED');
      if (status === 'completed' && !canActivateByHand(request.integrationType))
        throw new DomainError('INTEGRATION_NOT_SET_UP');
      const declineReason = status === 'declined' ? (reason ?? null) : null;
      const by = { actorId, caller };
      return toDto(
        await this.close(tx, { id: requestId, userId: request.userId }, status, declineReason, by),
      );
    });
  }

  /** The channel was set up, by the agent or by an admin. */
  async completeRequest(
    { userId, kind, state }: PayloadOf<typeof channelChanged>,
    message: Message,
  ): Promise<void> {
    const { integration } = channelFacts[kind];
    if (state !== 'active' || integration === null) return;
    await this.transactions.once(message, async (tx) => {
      const id = await this.requests.lockPending(tx, userId, integration);
      if (id !== undefined) await this.close(tx, { id, userId }, 'completed', null, { actorId: null });
    });
  }

  private async insert(
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
        ...{ requestId, userId, integrationType, source, details, firstName, lastName, email, phone },
        at: createdAt.toISOString(),
      },
      { key: requestId },
    );
    await this.audit.insertOwn(tx, 'integration-requested', userId, caller, {
      newValue: { integrationType },
    });
    return row;
  }

  private async close(
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
        ...{ requestId, userId, integrationType, status, reason: declineReason },
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
