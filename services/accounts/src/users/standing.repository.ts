import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { UserEntity } from '../database/entities/user.entity.js';

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
const SETTLE = prepared(
  `UPDATE users
      SET service_enabled = COALESCE($2, service_enabled), daily_lead_limit = COALESCE($3, daily_lead_limit),
          standing_stale = false, updated_at = now()
    WHERE id = $1`,
);

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

  async settle(tx: Tx, userId: string, { serviceEnabled, dailyLeadLimit }: StandingChange): Promise<void> {
    await tx.query(SETTLE, [userId, serviceEnabled ?? null, dailyLeadLimit ?? null]);
  }
}
