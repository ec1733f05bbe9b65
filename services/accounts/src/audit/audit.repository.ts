import { currentContext } from '@desk/bullmq-transport';
import type { Caller, listAudit, RequestOf } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export type AuditAction =
  | 'registered'
  | 'signed-in'
  | 'sign-in-failed'
  | 'sign-in-throttled'
  | 'second-factor-failed'
  | 'second-factor-added'
  | 'second-factor-kept'
  | 'second-factor-renamed'
  | 'second-factor-removed'
  | 'recovery-codes-replaced'
  | 'reauthenticated'
  | 'reauthentication-failed'
  | 'signed-out'
  | 'sessions-ended'
  | 'service-changed'
  | 'daily-limit-changed'
  | 'card-changed'
  | 'time-zone-changed'
  | 'profile-changed'
  | 'email-change-requested'
  | 'email-change-failed'
  | 'email-changed'
  | 'email-change-undone'
  | 'email-confirmed'
  | 'email-bounced'
  | 'password-reset-requested'
  | 'password-changed'
  | 'password-change-failed'
  | 'integration-requested'
  | 'integration-resolved'
  | 'admin-created'
  | 'agent-erased'
  | 'agent-exported'
  | 'consumer-erased'
  | 'consumer-exported'
  | 'incident-created'
  | 'incident-updated'
  | 'disabled'
  | 'enabled';

/** Never holds a password, token, session id or card number. */
export interface AuditEntry {
  readonly action: AuditAction;
  /** The account concerned. */
  readonly userId: string | null;
  /** The user who acted, if known. */
  readonly actorId: string | null;
  readonly caller?: Caller;
  readonly oldValue?: object;
  readonly newValue?: object;
  /** ISO 8601 instant. Default: now. */
  readonly at?: string;
}

export interface AuditRow {
  id: string;
  at: Date;
  actorId: string | null;
  userId: string | null;
  action: string;
  address: string | null;
  oldValue: object | null;
  newValue: object | null;
  network: string | null;
  requestId: string | null;
  operator: string | null;
}

/** Null for `userId`: entries of all users. Null for `before`: starts with the newest. */
type AuditQuery = Pick<RequestOf<typeof listAudit>, 'userId' | 'before'> & { readonly limit: number };

const INSERT_ENTRY = prepared(
  `INSERT INTO audit_events (action, user_id, actor_id, address, user_agent, correlation_id, old_value, new_value, at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, COALESCE($9, now()))`,
);

/** Inserts an entry in the transaction of the change, so that no change is committed without its entry. */
@Injectable()
export class AuditRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(
    tx: Tx,
    { action, userId, actorId, caller, oldValue, newValue, at }: AuditEntry,
  ): Promise<void> {
    await tx.query(INSERT_ENTRY, [
      action,
      userId,
      actorId,
      caller?.address ?? null,
      caller?.userAgent ?? null,
      currentContext()?.correlationId ?? null,
      oldValue ? JSON.stringify(oldValue) : null,
      newValue ? JSON.stringify(newValue) : null,
      at ?? null,
    ]);
  }

  /** Adds an entry about what a user did with their own account. */
  insertByUser(
    tx: Tx,
    action: AuditAction,
    userId: string,
    caller: Caller,
    values: Pick<AuditEntry, 'oldValue' | 'newValue'> = {},
  ): Promise<void> {
    return this.insert(tx, { action, userId, actorId: userId, caller, ...values });
  }

  /** Returns entries, the last inserted first. */
  async list({ userId, before, limit }: AuditQuery): Promise<AuditRow[]> {
    return this.dataSource.query(
      `SELECT id::text, at, actor_id AS "actorId", user_id AS "userId", action, address,
              old_value AS "oldValue", new_value AS "newValue",
              network, correlation_id AS "requestId", operator
         FROM audit_events
        WHERE ($1::uuid IS NULL OR user_id = $1) AND ($2::bigint IS NULL OR id < $2)
        ORDER BY audit_events.id DESC LIMIT $3`,
      [userId, before, limit],
    );
  }
}
