import type { NoticePreferences, OptionalNotice } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LIST_PREFERENCES, NONE_STORED, type StoredPreferences } from './notice-preferences.repository.js';

const IS_ACCOUNT = `EXISTS (SELECT 1 FROM channels WHERE buyer_id = $1 AND closing_at IS NULL)`;
const COLUMNS: Readonly<Record<OptionalNotice, string>> = {
  limitReached: 'limit_reached',
  channelProblems: 'channel_problems',
  weeklySummary: 'weekly_summary',
  receipts: 'receipts',
};
/** The `subject` of the contents in `account_mails`. */
export const noticeSubjects: Readonly<Record<OptionalNotice, string>> = {
  limitReached: 'limit-reached',
  channelProblems: 'channel-disabled',
  weeklySummary: 'agent-week',
  receipts: 'receipt',
};

/** Saves what agents choose on their settings page or with an unsubscribe link, and the time zone of each user. */
@Injectable()
export class NoticeSettingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async read(userId: string): Promise<NoticePreferences> {
    const [row]: StoredPreferences[] = await this.dataSource.query(LIST_PREFERENCES, [[userId]]);
    return toNoticePreferences(row ?? NONE_STORED);
  }

  /** Keeps a time zone that `timeZoneChanged` has set. Returns false for an account that is closed or unknown. */
  async save(
    tx: Tx,
    userId: string,
    { limitReached, channelProblems, weeklySummary, receipts, quietHours }: NoticePreferences,
    timeZone: string,
  ): Promise<boolean> {
    const quietTimes = [quietHours?.from ?? null, quietHours?.to ?? null];
    const rows = await tx.query(
      `INSERT INTO notice_preferences AS p
         (user_id, limit_reached, channel_problems, weekly_summary, receipts, quiet_from, quiet_to, time_zone)
       SELECT $1, $2, $3, $4, $5, $6::time, $7::time, $8 WHERE ${IS_ACCOUNT}
       ON CONFLICT (user_id) DO UPDATE
          SET limit_reached = excluded.limit_reached, channel_problems = excluded.channel_problems,
              weekly_summary = excluded.weekly_summary, receipts = excluded.receipts,
              quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, updated_at = now(),
              time_zone = CASE WHEN p.time_zone_version = 0 THEN excluded.time_zone ELSE p.time_zone END
       RETURNING 1`,
      [userId, limitReached, channelProblems, weeklySummary, receipts, ...quietTimes, timeZone],
    );
    return rows.length > 0;
  }

  /** Does nothing for an account that is closed or unknown. */
  async turnOff(tx: Tx, userId: string, notice: OptionalNotice): Promise<void> {
    const column = COLUMNS[notice];
    await tx.query(
      `INSERT INTO notice_preferences (user_id, ${column}) SELECT $1, false WHERE ${IS_ACCOUNT}
       ON CONFLICT (user_id) DO UPDATE SET ${column} = false, updated_at = now()`,
      [userId],
    );
  }

  /** Removes emails of these kinds that wait for the end of quiet hours. Later attempts to send them find no row. */
  async removeHeld(tx: Tx, userId: string, kinds: readonly OptionalNotice[]): Promise<void> {
    if (kinds.length === 0) return;
    await tx.query(
      `DELETE FROM account_mails
        WHERE user_id = $1 AND content->>'subject' = ANY ($2)
          AND status = 'queued' AND attempts = 0 AND next_attempt_at > now()`,
      [userId, kinds.map((kind) => noticeSubjects[kind])],
    );
  }

  /** Ignores a version that is older than the known one, and an account that is closed. */
  async saveTimeZone(tx: Tx, userId: string, timeZone: string, version: number): Promise<void> {
    await tx.query(
      `INSERT INTO notice_preferences AS p (user_id, time_zone, time_zone_version)
       SELECT $1, $2, $3
        WHERE NOT EXISTS (SELECT 1 FROM channels WHERE buyer_id = $1 AND closing_at IS NOT NULL)
       ON CONFLICT (user_id) DO UPDATE
          SET time_zone = excluded.time_zone, time_zone_version = excluded.time_zone_version, updated_at = now()
        WHERE p.time_zone_version < excluded.time_zone_version`,
      [userId, timeZone, version],
    );
  }
}

function toNoticePreferences(stored: StoredPreferences): NoticePreferences {
  const { limitReached, channelProblems, weeklySummary, receipts, quietFrom: from, quietTo: to } = stored;
  const quietHours = from === null || to === null ? null : { from, to };
  return { limitReached, channelProblems, weeklySummary, receipts, quietHours };
}
