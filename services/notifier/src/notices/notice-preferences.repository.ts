import { noticeDefaults, type OptionalNotice } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

export interface StoredPreferences extends Readonly<Record<OptionalNotice, boolean>> {
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  /** Null for an account that is closed or unknown. */
  readonly timeZone: string | null;
}

export const NONE_STORED: StoredPreferences = {
  ...noticeDefaults,
  quietFrom: null,
  quietTo: null,
  timeZone: null,
};

export const LIST_PREFERENCES = prepared(
  `SELECT user_id AS "userId", limit_reached AS "limitReached", channel_problems AS "channelProblems", weekly_summary AS "weeklySummary", receipts,
          to_char(quiet_from, 'HH24:MI') AS "quietFrom", to_char(quiet_to, 'HH24:MI') AS "quietTo", time_zone AS "timeZone"
     FROM notice_preferences WHERE user_id = ANY ($1::uuid[])`,
);

/** A column `timeZone` for statements that claim messages to a user. Null for an account that is closed or unknown. */
export const timeZoneOf = (userId: string): string =>
  `(SELECT time_zone FROM notice_preferences WHERE user_id = ${userId}) AS "timeZone"`;

/** What agents chose, and the time zone of each user. */
@Injectable()
export class NoticePreferencesRepository {
  /** Returns by user what is stored: nothing for an account that is closed or unknown. */
  async list(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, StoredPreferences>> {
    const rows = await tx.query<StoredPreferences & { userId: string }>(LIST_PREFERENCES, [userIds]);
    return new Map(rows.map((row) => [row.userId, row]));
  }

  async find(tx: Tx, userId: string): Promise<StoredPreferences> {
    return (await this.list(tx, [userId])).get(userId) ?? NONE_STORED;
  }
}
