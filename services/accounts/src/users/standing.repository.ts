import { currentContext } from '@desk/bullmq-transport';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AuditAction } from '../audit/audit.repository.js';
import type { UserEntity } from '../database/entities/user.entity.js';
import type { Client } from '../sign-in/client.js';

export type Standing = Pick<
  UserEntity,
  'id' | 'isAdmin' | 'disabledAt' | 'serviceEnabled' | 'dailyLeadLimit' | 'standingStale'
>;
export type StandingChange = Partial<Pick<UserEntity, 'serviceEnabled' | 'dailyLeadLimit'>>;

const MARK_STALE = prepared('UPDATE users SET standing_stale = true WHERE id = $1');
const LOCK = prepared(
  `SELECT id, is_admin AS "isAdmin", disabled_at AS "disabledAt", service_enabled AS "serviceEnabled",
          daily_lead_limit AS "dailyLeadLimit", standing_stale AS "standingStale"
     FROM users WHERE id = $1 FOR NO KEY UPDATE`,
);
/** The change and its record in one statement. */
const SETTLE = prepared(
  `WITH settled AS (
     UPDATE users
        SET service_enabled = COALESCE($2, service_enabled), daily_lead_limit = COALESCE($3, daily_lead_limit),
            standing_stale = false, updated_at = now()
      WHERE id = $1)
   INSERT INTO audit_events (action, user_id, actor_id, address, user_agent, correlation_id, old_value, new_value)
   SELECT c.action, $1, $1, $4, $5, $6, c.old_value, c.new_value
     FROM unnest($7::text[], $8::jsonb[], $9::jsonb[]) AS c (action, old_value, new_value)`,
);

const actions = [
  ['serviceEnabled', 'service-changed'],
  ['dailyLeadLimit', 'daily-limit-changed'],
] as const satisfies readonly (readonly [keyof StandingChange, AuditAction])[];

/** Plain statements: a toggle waits for each of them. */
@Injectable()
export class StandingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Committed at once. */
  async markStale(userId: string): Promise<void> {
    await this.dataSource.query(MARK_STALE, [userId]);
  }

  /** Held until the end of the transaction; a new session, which only refers to the row, need not wait for it. */
  async lock(tx: Tx, userId: string): Promise<Standing | undefined> {
    const [standing] = await tx.query<Standing>(LOCK, [userId]);
    return standing;
  }

  /** What is in force; with who asked for it, when it is a change and not a repair. */
  async settle(tx: Tx, user: Standing, change: StandingChange, by?: Client): Promise<void> {
    const changed = by ? actions.filter(([key]) => change[key] !== undefined) : [];
    const valuesIn = (from: StandingChange) => changed.map(([key]) => JSON.stringify({ [key]: from[key] }));
    await tx.query(SETTLE, [
      user.id,
      change.serviceEnabled ?? null,
      change.dailyLeadLimit ?? null,
      by?.address ?? null,
      by?.userAgent ?? null,
      currentContext()?.correlationId ?? null,
      changed.map(([, action]) => action),
      valuesIn(user),
      valuesIn(change),
    ]);
  }
}
