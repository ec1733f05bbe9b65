import { randomUUID } from 'node:crypto';
import {
  DomainError,
  type listIntegrationRequests,
  type requestIntegration,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditRepository } from '../audit/audit.repository.js';

type IntegrationRequest = ResponseOf<typeof listIntegrationRequests>['requests'][number];
type Row = Omit<IntegrationRequest, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date };

const COLUMNS = `id, integration_type AS "integrationType", status, created_at AS "createdAt",
                 updated_at AS "updatedAt"`;

const fromRow = (row: Row): IntegrationRequest => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

@Injectable()
export class IntegrationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly audit: AuditRepository,
  ) {}

  async list(userId: string): Promise<IntegrationRequest[]> {
    const rows: Row[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM integration_requests WHERE user_id = $1 ORDER BY created_at DESC, id`,
      [userId],
    );
    return rows.map(fromRow);
  }

  /** One open request of a kind; the index decides, also between two at the same moment. */
  async request({
    userId,
    integrationType,
    client,
  }: RequestOf<typeof requestIntegration>): Promise<IntegrationRequest> {
    return this.transactions.run(async (tx) => {
      const [row] = await tx.query<Row>(
        `INSERT INTO integration_requests (id, user_id, integration_type)
         SELECT $1, u.id, $3 FROM users u WHERE u.id = $2
         ON CONFLICT (user_id, integration_type) WHERE status = 'pending' DO NOTHING RETURNING ${COLUMNS}`,
        [randomUUID(), userId, integrationType],
      );
      if (!row) throw new DomainError('INTEGRATION_ALREADY_REQUESTED');
      const newValue = { integrationType };
      await this.audit.add(tx, {
        action: 'integration-requested',
        userId,
        actorId: userId,
        client,
        newValue,
      });
      return fromRow(row);
    });
  }
}
