import { randomUUID } from 'node:crypto';
import type { PushBrowser, PushEndReason } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { DataCipher, toInstants, type WithDates } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PushSubscriptionSecrets } from './push-client.js';
import { toEndpointDigest } from './push-endpoint.js';

/** Ties an encrypted subscription to its row: see `DataCipher`. */
export const toSubscriptionPurpose = (browserId: string): string =>
  `push_subscriptions.settings ${browserId}`;

type StoredBrowser = WithDates<Omit<PushBrowser, 'needsReview'>, 'allowedAt' | 'endedAt'> & {
  readonly needsReview: boolean;
};

interface NewBrowser {
  readonly userId: string;
  /** Such as 'Chrome on Windows'. */
  readonly name: string;
  readonly secrets: PushSubscriptionSecrets;
  readonly recoveryVersion: number;
}

/** Browsers on which agents allowed notifications. One that ended is listed for a while, with the reason. */
@Injectable()
export class PushSubscriptionRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  /** Returns the agent's browsers in the order in which notifications were allowed. */
  async list(userId: string): Promise<PushBrowser[]> {
    const rows: StoredBrowser[] = await this.dataSource.query(
      `SELECT s.id, s.name, s.endpoint_digest AS "endpointDigest", s.allowed_at AS "allowedAt",
              s.ended_at AS "endedAt", s.end_reason AS "endReason",
              s.review_since IS NOT NULL AND s.ended_at IS NULL AS "needsReview",
              (SELECT json_build_object('status', m.status, 'lastErrorCode', m.last_error_code,
                        'at', to_char(COALESCE(m.sent_at, m.failed_at, m.queued_at) AT TIME ZONE 'UTC',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                 FROM push_messages m WHERE m.subscription_id = s.id
                ORDER BY m.queued_at DESC LIMIT 1) AS "lastNotification"
         FROM push_subscriptions s WHERE s.user_id = $1 ORDER BY s.allowed_at, s.id`,
      [userId],
    );
    return rows.map(({ needsReview, ...row }) => ({
      ...toInstants(row),
      ...(needsReview ? { needsReview } : {}),
    }));
  }

  /** Locks the account, so that changes follow each other. Returns false for one that is closed or unknown. */
  async lockAccount(tx: Tx, userId: string): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 FROM channels WHERE buyer_id = $1 AND kind = 'email' AND closing_at IS NULL FOR NO KEY UPDATE`,
      [userId],
    );
    return rows.length > 0;
  }

  async countActiveExcept(tx: Tx, userId: string, endpoint: string): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM push_subscriptions
        WHERE user_id = $1 AND ended_at IS NULL AND endpoint_digest <> $2`,
      [userId, toEndpointDigest(endpoint)],
    );
    return row?.count ?? 0;
  }

  /** Replaces what is stored for the same browser. Whoever used the browser before gets no more notifications there. */
  async save(tx: Tx, { userId, name, secrets, recoveryVersion }: NewBrowser): Promise<string> {
    const digest = toEndpointDigest(secrets.endpoint);
    await tx.query(
      `UPDATE push_subscriptions SET ended_at = now(), end_reason = 'TAKEN_OVER', settings = NULL
        WHERE endpoint_digest = $1 AND ended_at IS NULL AND user_id <> $2`,
      [digest, userId],
    );
    const [existing] = await tx.query<{ id: string }>(
      `SELECT id FROM push_subscriptions WHERE user_id = $1 AND endpoint_digest = $2
        ORDER BY ended_at NULLS FIRST LIMIT 1 FOR UPDATE`,
      [userId, digest],
    );
    // The id is needed to encrypt the subscription.
    const id = existing?.id ?? randomUUID();
    const settings = this.cipher.encrypt(JSON.stringify(secrets), toSubscriptionPurpose(id));
    await tx.query(
      `INSERT INTO push_subscriptions (id, user_id, endpoint_digest, name, settings, recovery_version)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO UPDATE
          SET name = excluded.name, settings = excluded.settings, allowed_at = now(), ended_at = NULL, end_reason = NULL,
              review_since = NULL, recovery_version = excluded.recovery_version`,
      [id, userId, digest, name, settings, recoveryVersion],
    );
    return id;
  }

  /** Pauses or removes the browsers that were allowed before a recovery of the account. */
  async applyRecovery(tx: Tx, userId: string, version: number, effect: 'paused' | 'removed'): Promise<void> {
    await tx.query(
      effect === 'removed'
        ? 'DELETE FROM push_subscriptions WHERE user_id = $1 AND recovery_version < $2'
        : `UPDATE push_subscriptions SET review_since = COALESCE(review_since, now())
            WHERE user_id = $1 AND recovery_version < $2 AND ended_at IS NULL`,
      [userId, version],
    );
  }

  /** Returns false if the agent has no such browser. */
  async keep(tx: Tx, userId: string, browserId: string, recoveryVersion: number): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE push_subscriptions SET review_since = NULL, recovery_version = $3
        WHERE id = $2 AND user_id = $1 AND ended_at IS NULL RETURNING id`,
      [userId, browserId, recoveryVersion],
    );
    return rows.length > 0;
  }

  /** Also removes its notifications. Returns false if the agent has no such browser. */
  async remove(tx: Tx, userId: string, browserId: string): Promise<boolean> {
    const rows = await tx.query(
      'DELETE FROM push_subscriptions WHERE id = $2 AND user_id = $1 RETURNING id',
      [userId, browserId],
    );
    return rows.length > 0;
  }

  async removeByEndpoint(tx: Tx, userId: string, endpoint: string): Promise<void> {
    await tx.query('DELETE FROM push_subscriptions WHERE user_id = $1 AND endpoint_digest = $2', [
      userId,
      toEndpointDigest(endpoint),
    ]);
  }

  /** Forgets how the browser is reached, and keeps why. */
  async end(tx: Tx, browserId: string, reason: PushEndReason): Promise<void> {
    await tx.query(
      `UPDATE push_subscriptions SET ended_at = now(), end_reason = $2, settings = NULL
        WHERE id = $1 AND ended_at IS NULL`,
      [browserId, reason],
    );
  }

  /** Returns undefined if the browser gets no notifications. */
  async findSecrets(browserId: string, userId?: string): Promise<PushSubscriptionSecrets | undefined> {
    const [row]: { settings: string | null }[] = await this.dataSource.query(
      `SELECT settings FROM push_subscriptions
        WHERE id = $1 AND ended_at IS NULL AND review_since IS NULL AND ($2::uuid IS NULL OR user_id = $2)`,
      [browserId, userId ?? null],
    );
    if (!row?.settings) return undefined;
    const settings = this.cipher.decrypt(row.settings, toSubscriptionPurpose(browserId));
    return JSON.parse(settings) as PushSubscriptionSecrets;
  }
}
