import { randomUUID } from 'node:crypto';
import type { Message } from '@desk/bullmq-transport';
import {
  type channelChanged,
  DomainError,
  type IntegrationRequest,
  type listAllIntegrationRequests,
  type PayloadOf,
  type requestIntegration,
  type RequestOf,
  type resolveIntegrationRequest,
  type ResponseOf,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { toPage } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { IntegrationRequestRepository } from './integration-request.repository.js';
import { integrationTransitions } from './integration-transitions.js';

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
      const row = await this.requests.insert(tx, { id: randomUUID(), userId, integrationType });
      if (!row) throw new DomainError('INTEGRATION_ALREADY_REQUESTED');
      await this.audit.insert(tx, {
        action: 'integration-requested',
        userId,
        actorId: userId,
        caller,
        newValue: { integrationType },
      });
      return toDto(row);
    });
  }

  /** @throws INTEGRATION_REQUEST_NOT_FOUND, INTEGRATION_REQUEST_RESOLVED */
  async resolve({
    requestId,
    status,
    actorId,
    caller,
  }: RequestOf<typeof resolveIntegrationRequest>): Promise<IntegrationRequest> {
    return this.transactions.run(async (tx) => {
      const request = await this.requests.lock(tx, requestId);
      if (!request) throw new DomainError('INTEGRATION_REQUEST_NOT_FOUND');
      if (!integrationTransitions.isAllowed(request.status, status))
        throw new DomainError('INTEGRATION_REQUEST_RESOLVED');
      const row = await this.requests.updateStatus(tx, requestId, status);
      if (!row) throw new DomainError('INTEGRATION_REQUEST_NOT_FOUND');
      const { integrationType } = row;
      await this.audit.insert(tx, {
        action: 'integration-resolved',
        userId: request.userId,
        actorId,
        caller,
        oldValue: { requestId, integrationType, status: request.status },
        newValue: { requestId, integrationType, status },
      });
      return toDto(row);
    });
  }

  /** The agent set the channel up without us. */
  async completeRequest(
    { userId, kind, state }: PayloadOf<typeof channelChanged>,
    message: Message,
  ): Promise<void> {
    if (state !== 'active') return;
    await this.transactions.once(message, (tx) =>
      this.requests.completePending(tx, userId, kind === 'webhook' ? 'other' : kind),
    );
  }
}
