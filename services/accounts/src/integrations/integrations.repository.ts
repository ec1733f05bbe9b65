import type {
  AdminIntegrationRequest,
  IntegrationRequest,
  IntegrationState,
  IntegrationType,
} from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

type InTime<T> = Omit<T, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date };
export type RequestRow = InTime<IntegrationRequest>;
export type AdminRequestRow = InTime<AdminIntegrationRequest>;

export interface AdminPage {
  readonly status: IntegrationState | null;
  readonly after: { readonly createdAt: string; readonly id: string } | null;
  readonly limit: number;
}

/** As it is told: in whole milliseconds, so that a page can go on after it. The indexes are ordered by it. */
const CREATED_AT = 'r.created_at::timestamptz(3)';
const COLUMNS = `r.id, r.integration_type AS "integrationType", r.status, ${CREATED_AT} AS "createdAt",
                 r.updated_at AS "updatedAt"`;

@Injectable()
export class IntegrationsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async listOf(userId: string): Promise<RequestRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM integration_requests r WHERE r.user_id = $1 ORDER BY r.created_at DESC, r.id`,
      [userId],
    );
  }

  /** Nothing when there is an open one of that kind; the index decides, also between two at the same moment. */
  async add(
    tx: Tx,
    request: { id: string; userId: string; integrationType: IntegrationType },
  ): Promise<RequestRow | undefined> {
    const [row] = await tx.query<RequestRow>(
      `INSERT INTO integration_requests AS r (id, user_id, integration_type)
       SELECT $1, u.id, $3 FROM users u WHERE u.id = $2
       ON CONFLICT (user_id, integration_type) WHERE status = 'pending' DO NOTHING RETURNING ${COLUMNS}`,
      [request.id, request.userId, request.integrationType],
    );
    return row;
  }

  /** Everybody's, the newest first. */
  async page({ status, after, limit }: AdminPage): Promise<AdminRequestRow[]> {
    const values: unknown[] = [limit];
    const where: string[] = [];
    if (status !== null) where.push(`r.status = $${values.push(status)}`);
    if (after !== null)
      where.push(
        `(${CREATED_AT}, r.id) < ($${values.push(after.createdAt)}::timestamptz(3), $${values.push(after.id)}::uuid)`,
      );
    return this.dataSource.query(
      `SELECT ${COLUMNS},
              json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
                                'email', u.email, 'phone', u.phone) AS "user"
         FROM integration_requests r JOIN users u ON u.id = r.user_id
        ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
        ORDER BY ${CREATED_AT} DESC, r.id DESC LIMIT $1`,
      values,
    );
  }

  /** Held until the end of the transaction. */
  async lock(tx: Tx, id: string): Promise<{ userId: string; status: IntegrationState } | undefined> {
    const [row] = await tx.query<{ userId: string; status: IntegrationState }>(
      'SELECT user_id AS "userId", status FROM integration_requests WHERE id = $1 FOR UPDATE',
      [id],
    );
    return row;
  }

  async setStatus(tx: Tx, id: string, status: IntegrationState): Promise<RequestRow | undefined> {
    const [row] = await tx.query<RequestRow>(
      `UPDATE integration_requests AS r SET status = $2, updated_at = now() WHERE r.id = $1 RETURNING ${COLUMNS}`,
      [id, status],
    );
    return row;
  }
}
