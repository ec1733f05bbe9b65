import { randomUUID } from 'node:crypto';
import {
  DomainError,
  type IntegrationRequest,
  type listAllIntegrationRequests,
  type requestIntegration,
  type RequestOf,
  type ResponseOf,
  type resolveIntegrationRequest,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { IntegrationsRepository } from './integrations.repository.js';
import { maySettle } from './settlement.js';

type All = typeof listAllIntegrationRequests;

const told = <R extends { createdAt: Date; updatedAt: Date }>(row: R) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

@Injectable()
export class IntegrationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly requests: IntegrationsRepository,
    private readonly audit: AuditRepository,
  ) {}

  async list(userId: string): Promise<IntegrationRequest[]> {
    return (await this.requests.listOf(userId)).map(told);
  }

  async listAll({ limit, ...page }: RequestOf<All>): Promise<ResponseOf<All>> {
    const rows = await this.requests.page({ ...page, limit: limit + 1 });
    const requests = rows.slice(0, limit).map(told);
    const last = requests.at(-1);
    const next = rows.length > limit && last ? { createdAt: last.createdAt, id: last.id } : null;
    return { requests, next };
  }

  /** One open request of a kind. */
  async request({
    userId,
    integrationType,
    caller,
  }: RequestOf<typeof requestIntegration>): Promise<IntegrationRequest> {
    return this.transactions.run(async (tx) => {
      const row = await this.requests.add(tx, { id: randomUUID(), userId, integrationType });
      if (!row) throw new DomainError('INTEGRATION_ALREADY_REQUESTED');
      await this.audit.add(tx, {
        action: 'integration-requested',
        userId,
        actorId: userId,
        caller,
        newValue: { integrationType },
      });
      return told(row);
    });
  }

  async settle({
    requestId,
    status,
    actorId,
    caller,
  }: RequestOf<typeof resolveIntegrationRequest>): Promise<IntegrationRequest> {
    return this.transactions.run(async (tx) => {
      const found = await this.requests.lock(tx, requestId);
      if (!found) throw new DomainError('INTEGRATION_REQUEST_NOT_FOUND');
      if (!maySettle(found.status, status)) throw new DomainError('INTEGRATION_REQUEST_RESOLVED');
      const row = await this.requests.setStatus(tx, requestId, status);
      if (!row) throw new DomainError('INTEGRATION_REQUEST_NOT_FOUND');
      const { integrationType } = row;
      await this.audit.add(tx, {
        action: 'integration-settled',
        userId: found.userId,
        actorId,
        caller,
        oldValue: { requestId, integrationType, status: found.status },
        newValue: { requestId, integrationType, status },
      });
      return told(row);
    });
  }
}
