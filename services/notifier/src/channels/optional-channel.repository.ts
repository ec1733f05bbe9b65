import { randomUUID } from 'node:crypto';
import type { AgentChannel, ChannelDisabledReason, OptionalChannelKind, Ownership } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { DataCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Failures } from './failing-time.js';

/** Ties encrypted settings to their channel: see `DataCipher`. */
export const toSettingsPurpose = (channelId: string): string => `channels.settings ${channelId}`;

export interface OptionalChannelRow {
  readonly id: string;
  readonly buyerId: string;
  readonly kind: OptionalChannelKind;
  readonly address: string;
  readonly verifiedAt: Date | null;
  readonly pausedAt: Date | null;
  readonly disabledAt: Date | null;
  /** A `ChannelDisabledReason`. */
  readonly disabledReason: string | null;
  readonly failingSince: Date | null;
  readonly reviewSince: Date | null;
}
export type ListedChannelRow = OptionalChannelRow & {
  /** Times as ISO 8601 text, because the row comes as JSON. */
  readonly lastDelivery: AgentChannel['lastDelivery'];
};

/**
 * Settings that all kinds share. A secret address, such as a webhook's, is stored here, and the column `address` has
 * only its public part.
 */
interface Settings {
  readonly address?: string;
}

export interface NewChannel {
  readonly userId: string;
  readonly kind: OptionalChannelKind;
  /** As the delivery log and admins show it. */
  readonly address: string;
  readonly settings: object;
  /** What accounts said about the agent's session; undefined if an admin sets the channel up. */
  readonly ownership: Ownership | undefined;
}

const COLUMNS = `c.id, c.buyer_id AS "buyerId", c.kind, c.address, c.verified_at AS "verifiedAt", c.paused_at AS "pausedAt",
  c.disabled_at AS "disabledAt", c.disabled_reason AS "disabledReason", c.failing_since AS "failingSince",
  c.review_since AS "reviewSince"`;
const IS_OPTIONAL = `c.kind <> 'email' AND c.removed_at IS NULL AND c.closing_at IS NULL`;

/** $1: the agent. */
export const LIST_CHANNELS = `
  SELECT ${COLUMNS}, c.settings,
         (SELECT json_build_object('status', d.status, 'lastErrorCode', d.last_error_code,
                   'at', to_char(COALESCE(d.sent_at, d.failed_at, d.queued_at) AT TIME ZONE 'UTC',
                                 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            FROM deliveries d WHERE d.channel_id = c.id
           ORDER BY d.queued_at DESC LIMIT 1) AS "lastDelivery"
    FROM channels c WHERE c.buyer_id = $1 AND ${IS_OPTIONAL} ORDER BY c.created_at, c.id`;

/** Also while the account is being erased, because paid leads are delivered first. */
const SELECT_ACTIVE = prepared(`
  SELECT c.address, c.settings, c.failing_since IS NOT NULL AS "isFailing" FROM channels c
   WHERE c.id = $1 AND c.kind <> 'email' AND c.removed_at IS NULL AND c.verified_at IS NOT NULL
     AND c.disabled_at IS NULL AND c.paused_at IS NULL AND c.review_since IS NULL`);

/** Where an attempt went. The channel still has this destination as long as its `verified_at` is the same. */
export interface AttemptedDestination {
  readonly channelId: string;
  /** With all its digits, as PostgreSQL writes it. Null if unknown, which is not a destination. */
  readonly verifiedAt: string | null;
}

interface ActiveChannel {
  readonly address: string;
  readonly settings: object;
  readonly isFailing: boolean;
}
/** A row with its settings as they are stored. */
type Stored<Row> = Omit<Row, 'settings'> & { readonly settings: string | null };

/** Channels that agents added to email. */
@Injectable()
export class OptionalChannelRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  /** Returns the agent's channels in the order in which they were first set up, with their whole addresses. */
  async list(userId: string): Promise<ListedChannelRow[]> {
    const rows: Stored<ListedChannelRow>[] = await this.dataSource.query(LIST_CHANNELS, [userId]);
    return rows.map(({ settings, ...row }) => ({
      ...row,
      address: this.readSettings(row.id, settings).address ?? row.address,
    }));
  }

  /** Replaces the agent's channel of this kind if there is one. Returns undefined for an account that is closed or unknown. */
  async setUp(tx: Tx, channel: NewChannel, recoveryVersion: number): Promise<OptionalChannelRow | undefined> {
    const { userId, kind, address } = channel;
    const [email] = await tx.query<{ firstName: string }>(
      `SELECT first_name AS "firstName" FROM channels
        WHERE buyer_id = $1 AND kind = 'email' AND closing_at IS NULL FOR SHARE`,
      [userId],
    );
    if (!email) return undefined;
    // The id is needed to encrypt the settings.
    const [existing] = await tx.query<{ id: string }>(
      'SELECT id FROM channels WHERE buyer_id = $1 AND kind = $2 FOR UPDATE',
      [userId, kind],
    );
    const id = existing?.id ?? randomUUID();
    const settings = this.cipher.encrypt(JSON.stringify(channel.settings), toSettingsPurpose(id));
    return tx.one<OptionalChannelRow>(
      `INSERT INTO channels AS c (id, buyer_id, kind, address, first_name, settings, verified_at, recovery_version)
       VALUES ($1, $2, $3, $4, $5, $6, now(), $7)
       ON CONFLICT (id) DO UPDATE
          SET address = excluded.address, first_name = excluded.first_name, settings = excluded.settings,
              verified_at = excluded.verified_at, paused_at = NULL, disabled_at = NULL, disabled_reason = NULL,
              failing_since = NULL, removed_at = NULL, review_since = NULL,
              recovery_version = excluded.recovery_version, updated_at = now()
       RETURNING ${COLUMNS}`,
      [id, userId, kind, address, email.firstName, settings, recoveryVersion],
    );
  }

  saveSettings(tx: Tx, channelId: string, settings: object): Promise<void> {
    const encrypted = this.cipher.encrypt(JSON.stringify(settings), toSettingsPurpose(channelId));
    return update(tx, channelId, 'settings = $2', encrypted);
  }

  /** Locks the agent's channel until the transaction ends. */
  async lock(tx: Tx, userId: string, channelId: string): Promise<OptionalChannelRow | undefined> {
    return tx.one<OptionalChannelRow>(
      `SELECT ${COLUMNS} FROM channels c WHERE c.id = $2 AND c.buyer_id = $1 AND ${IS_OPTIONAL} FOR UPDATE`,
      [userId, channelId],
    );
  }

  pause(tx: Tx, channelId: string): Promise<void> {
    return update(tx, channelId, 'paused_at = COALESCE(paused_at, now())');
  }

  resume(tx: Tx, channelId: string): Promise<void> {
    const changes = 'paused_at = NULL, disabled_at = NULL, disabled_reason = NULL, failing_since = NULL';
    return update(tx, channelId, changes);
  }

  /** Uses a channel again that was set up before the account was recovered. */
  keep(tx: Tx, channelId: string, recoveryVersion: number): Promise<void> {
    return update(tx, channelId, 'review_since = NULL, recovery_version = $2', recoveryVersion);
  }

  /** Puts what was set up before a recovery under review, so that it is not used. Returns these channels. */
  async review(tx: Tx, userId: string, version: number): Promise<OptionalChannelRow[]> {
    return tx.query<OptionalChannelRow>(
      `UPDATE channels AS c SET review_since = COALESCE(c.review_since, now()), updated_at = now()
        WHERE c.buyer_id = $1 AND c.recovery_version < $2 AND ${IS_OPTIONAL} RETURNING ${COLUMNS}`,
      [userId, version],
    );
  }

  /** Turns the opt-out of a channel's number into a pause. */
  async pauseAfterOptOut(tx: Tx, channelId: string): Promise<OptionalChannelRow | undefined> {
    return tx.one<OptionalChannelRow>(
      `UPDATE channels AS c
          SET disabled_at = NULL, disabled_reason = NULL, paused_at = COALESCE(c.paused_at, now()), updated_at = now()
        WHERE c.id = $1 AND c.disabled_reason = 'OPTED_OUT' AND ${IS_OPTIONAL} RETURNING ${COLUMNS}`,
      [channelId],
    );
  }

  /** Forgets the address and the settings. The row stays for the deliveries that refer to it. */
  remove(tx: Tx, channelId: string): Promise<void> {
    const forgotten = "review_since = NULL, verified_at = NULL, settings = NULL, address = ''";
    return update(tx, channelId, `removed_at = now(), ${forgotten}`);
  }

  /** Returns the channel; undefined if it is removed or already disabled. An opt-out replaces any reason. */
  async disable(
    tx: Tx,
    channelId: string,
    reason: ChannelDisabledReason,
  ): Promise<OptionalChannelRow | undefined> {
    return tx.one<OptionalChannelRow>(
      `UPDATE channels AS c SET disabled_at = now(), disabled_reason = $2, updated_at = now()
        WHERE c.id = $1 AND ${IS_OPTIONAL}
          AND (c.disabled_at IS NULL OR ($2 = 'OPTED_OUT' AND c.disabled_reason <> 'OPTED_OUT'))
        RETURNING ${COLUMNS}`,
      [channelId, reason],
    );
  }

  /** Returns what is needed to send over a channel; undefined if it is not active. */
  async findActive(channelId: string): Promise<ActiveChannel | undefined> {
    const [row]: Stored<ActiveChannel>[] = await this.dataSource.query(SELECT_ACTIVE, [channelId]);
    if (!row) return undefined;
    const settings = this.readSettings(channelId, row.settings);
    return { ...row, address: settings.address ?? row.address, settings };
  }

  async readSettingsOf(tx: Tx, channelId: string): Promise<object> {
    const [row] = await tx.query<{ settings: string | null }>('SELECT settings FROM channels WHERE id = $1', [
      channelId,
    ]);
    return this.readSettings(channelId, row?.settings ?? null);
  }

  /** Changes nothing if the channel has another destination by now. */
  async recordAccepted({ channelId, verifiedAt }: AttemptedDestination): Promise<void> {
    await this.dataSource.query(
      'UPDATE channels SET failing_since = NULL WHERE id = $1 AND verified_at = $2 AND failing_since IS NOT NULL',
      [channelId, verifiedAt],
    );
  }

  /** Locks the channel and returns its failures so far; undefined if it has another destination by now. */
  async lockFailures(
    tx: Tx,
    { channelId, verifiedAt }: AttemptedDestination,
  ): Promise<(Failures & { readonly now: Date }) | undefined> {
    return tx.one<Failures & { now: Date }>(
      `SELECT failing_since AS "failingSince", last_failed_at AS "lastFailedAt", failing_seconds AS "failingSeconds",
              clock_timestamp() AS now
         FROM channels WHERE id = $1 AND verified_at = $2 FOR NO KEY UPDATE`,
      [channelId, verifiedAt],
    );
  }

  async saveFailures(
    tx: Tx,
    channelId: string,
    { failingSince, lastFailedAt, failingSeconds }: Failures,
  ): Promise<void> {
    await tx.query(
      'UPDATE channels SET failing_since = $2, last_failed_at = $3, failing_seconds = $4 WHERE id = $1',
      [channelId, failingSince, lastFailedAt, failingSeconds],
    );
  }

  private readSettings(channelId: string, stored: string | null): Settings {
    return stored === null
      ? {}
      : (JSON.parse(this.cipher.decrypt(stored, toSettingsPurpose(channelId))) as Settings);
  }
}

/** $1 is the channel; the values follow. */
async function update(tx: Tx, channelId: string, changes: string, ...values: unknown[]): Promise<void> {
  await tx.query(`UPDATE channels SET ${changes}, updated_at = now() WHERE id = $1`, [channelId, ...values]);
}
