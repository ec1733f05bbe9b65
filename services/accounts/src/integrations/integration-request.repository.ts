import type {
  AdminIntegrationRequest,
  IntegrationRequest,
  IntegrationState,
  IntegrationType,
  listAllIntegrationRequests,
  RequestOf,
} from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { keysetClauses, type WithDates } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export type IntegrationRequestRow = WithDates<IntegrationRequest, 'createdAt' | 'updatedAt'>;
type AdminIntegrationRequestRow = WithDates<AdminIntegrationRequest, 'createdAt' | 'updatedAt'>;

type AdminPage = Omit<RequestOf<typeof listAllIntegrationRequests>, 'actorId'>;

interface LockedRequest {
  readonly userId: string;
  readonly integrationType: IntegrationType;
  readonly status: IntegrationState;
}

/** Whole milliseconds, because cursors are: finer timestamps would skip or repeat rows. The indexes match. */
const CREATED_AT = 'r.created_at::timestamptz(3)';
const COLUMNS = `r.id, r.integration_type AS "integrationType", r.status, r.details,
                 r.decline_reason AS "declineReason", ${CREATED_AT} AS "createdAt",
                 r.updated_at AS "updatedAt"`;

@Injectable()
export class IntegrationRequestRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the newest requests first. */
  async listByUser(userId: string): Promise<IntegrationRequestRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM integration_requests r WHERE r.user_id = $1 ORDER BY r.created_at DESC, r.id`,
      [userId],
    );
  }

  /** Returns undefined if there is no such user, or a request of this type is pending. A unique index decides races. */
  async insert(
    tx: Tx,
    request: { id: string; userId: string; integrationType: IntegrationType; details: string | null },
  ): Promise<IntegrationRequestRow | undefined> {
    return tx.one<IntegrationRequestRow>(
      `INSERT INTO integration_requests AS r (id, user_id, integration_type, details)
       SELECT $1, u.id, $3, $4 FROM users u WHERE u.id = $2
       ON CONFLICT (user_id, integration_type) WHERE status = 'pending' DO NOTHING RETURNING ${COLUMNS}`,
      [request.id, request.userId, request.integrationType, request.details],
    );
  }

  /** Returns a page of all users' requests, newest first. */
  async listAll({ status, after, limit }: AdminPage): Promise<AdminIntegrationRequestRow[]> {
    const values: unknown[] = [limit];
    const { condition, orderBy } = keysetClauses(
      { at: CREATED_AT, id: 'r.id' },
      'newest',
      after && { at: after.createdAt, id: after.id },
      values,
    );
    const hasStatus = status === null ? 'true' : `r.status = $${values.push(status)}`;
    return this.dataSource.query(
      `SELECT ${COLUMNS},
              json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
                                'email', u.email, 'phone', u.phone) AS "user"
         FROM integration_requests r JOIN users u ON u.id = r.user_id
        WHERE ${hasStatus} AND ${condition} ORDER BY ${orderBy} LIMIT $1`,
      values,
    );
  }

  /** Locks the row until the transaction ends. */
  async lock(tx: Tx, id: string): Promise<LockedRequest | undefined> {
    return tx.one<LockedRequest>(
      `SELECT user_id AS "userId", integration_type AS "integrationType", status
         FROM integration_requests WHERE id = $1 FOR UPDATE`,
      [id],
    );
  }

  /** Also forgets the details, which only serve to set the integration up. */
  async resolve(
    tx: Tx,
    id: string,
    status: IntegrationState,
    declineReason: string | null,
  ): Promise<IntegrationRequestRow | undefined> {
    return tx.one<IntegrationRequestRow>(
      `UPDATE integration_requests AS r
          SET status = $2, decline_reason = $3, details = NULL, updated_at = now()
        WHERE r.id = $1 RETURNING ${COLUMNS}`,
      [id, status, declineReason],
    );
  }

  /** Locks the user's pending request until the transaction ends and returns its id. */
  async lockPending(tx: Tx, userId: string, integrationType: IntegrationType): Promise<string | undefined> {
    const [row] = await tx.query<{ id: string }>(
      `SELECT id FROM integration_requests
        WHERE user_id = $1 AND integration_type = $2 AND status = 'pending' FOR UPDATE`,
      [userId, integrationType],
    );
    return row?.id;
  }
}
