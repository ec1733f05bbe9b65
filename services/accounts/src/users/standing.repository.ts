import { currentContext } from '@desk/bullmq-transport';
import type { Caller } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AuditAction } from '../audit/audit.repository.js';
import type { UserEntity } from './user.entity.js';

export type Eligibility = Pick<
  UserEntity,
  'id' | 'isAdmin' | 'disabledAt' | 'serviceEnabled' | 'dailyLeadLimit'
>;
export type StandingChange = Partial<Pick<UserEntity, 'serviceEnabled' | 'dailyLeadLimit'>>;

/**
 * Marks a user's standing as one that lead-router must be made to follow. $1: user. It waits for a change in hand, so
 * that this one cannot take the mark away; a transaction that also changes the user's row marks first. Answers with
 * the id, or with nothing when there is no such user.
 */
export const MARK_STALE = prepared(
  `INSERT INTO stale_standings (user_id) SELECT id FROM users WHERE id = $1
   ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id RETURNING user_id`,
);
/** The mark first, as whoever marks does: two who lock both never wait for each other. */
const LOCK = prepared(
  `SELECT u.id, u.is_admin AS "isAdmin", u.disabled_at AS "disabledAt", u.service_enabled AS "serviceEnabled",
          u.daily_lead_limit AS "dailyLeadLimit"
     FROM stale_standings s JOIN users u ON u.id = s.user_id
    WHERE s.user_id = $1 FOR UPDATE OF s FOR NO KEY UPDATE OF u`,
);
/** The change, its record, and the end of the mark, in one statement. */
const SETTLE = prepared(
  `WITH settled AS (
     UPDATE users
        SET service_enabled = COALESCE($2, service_enabled), daily_lead_limit = COALESCE($3, daily_lead_limit),
            updated_at = now()
      WHERE id = $1),
   cleared AS (DELETE FROM stale_standings WHERE user_id = $1)
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

  /** Committed at once. False when there is no such user. */
  async markStale(userId: string): Promise<boolean> {
    const marked: unknown[] = await this.dataSource.query(MARK_STALE, [userId]);
    return marked.length > 0;
  }

  /** Held until the end of the transaction. Undefined when the mark is gone: what it stood for has been settled. */
  async lock(tx: Tx, userId: string): Promise<Eligibility | undefined> {
    const [standing] = await tx.query<Eligibility>(LOCK, [userId]);
    return standing;
  }

  /** What is in force; with who asked for it, when it is a change and not a repair. */
  async settle(tx: Tx, user: Eligibility, change: StandingChange, by?: Caller): Promise<void> {
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
