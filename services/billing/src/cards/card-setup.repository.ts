import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CARD_SETUP_LIMITS, type SetupCounts } from './card-setup-rules.js';

interface FailedSetup {
  readonly failures: number;
  readonly isCanceled: boolean;
  /** False if this event was the last one counted. */
  readonly isNew: boolean;
}

const { ofBuyer, overall } = CARD_SETUP_LIMITS;

/** Counts card set-ups against the limits. All times are the database's. */
@Injectable()
export class CardSetupRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Serializes the buyer's set-ups until the transaction ends. */
  async lockBuyer(tx: Tx, buyerId: string): Promise<void> {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('card set-ups of ' || $1, 0))", [buyerId]);
  }

  async exists(tx: Tx, requestId: string): Promise<boolean> {
    return (await tx.query('SELECT 1 FROM card_setups WHERE request_id = $1', [requestId])).length > 0;
  }

  async insert(tx: Tx, requestId: string, buyerId: string): Promise<void> {
    await tx.query('INSERT INTO card_setups (request_id, buyer_id) VALUES ($1, $2)', [requestId, buyerId]);
  }

  /** Returns the counts of a buyer's last day. */
  async countOfBuyer(tx: Tx, buyerId: string): Promise<SetupCounts> {
    const [counts] = await tx.query<SetupCounts>(
      `SELECT count(*)::int AS setups, COALESCE(sum(failures), 0)::int AS failures
         FROM card_setups WHERE buyer_id = $1 AND created_at > now() - interval '${ofBuyer.seconds} s'`,
      [buyerId],
    );
    return counts ?? { setups: 0, failures: 0 };
  }

  /** Returns the counts of the last hour. */
  async countAll(tx: Tx): Promise<SetupCounts> {
    const [counts] = await tx.query<SetupCounts>(
      `SELECT (SELECT count(*) FROM card_setups WHERE created_at > now() - interval '${overall.seconds} s')::int AS setups,
              (SELECT COALESCE(sum(failures), 0) FROM card_setups
                WHERE last_failed_at > now() - interval '${overall.seconds} s')::int AS failures`,
    );
    return counts ?? { setups: 0, failures: 0 };
  }

  async setIntent(requestId: string, intentId: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE card_setups SET intent_id = $2 WHERE request_id = $1 AND intent_id IS NULL',
      [requestId, intentId],
    );
  }

  /** Counts a failure, unless this event was the last one counted. Returns undefined if the set-up is not known. */
  async recordFailure(intentId: string, eventId: string): Promise<FailedSetup | undefined> {
    const [[setup]]: [FailedSetup[]] = await this.dataSource.query(
      `UPDATE card_setups
          SET failures = failures + CASE WHEN last_failure_event IS DISTINCT FROM $2 THEN 1 ELSE 0 END,
              last_failed_at = now(), last_failure_event = $2
        WHERE intent_id = $1
        RETURNING new.failures, canceled_at IS NOT NULL AS "isCanceled", new.failures > old.failures AS "isNew"`,
      [intentId, eventId],
    );
    return setup;
  }

  /** Returns the intents of the buyer's last day, except the request's, that had a failure and are not canceled. */
  async listFailing(buyerId: string, exceptRequestId: string): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT intent_id AS id FROM card_setups
        WHERE buyer_id = $1 AND request_id <> $2 AND intent_id IS NOT NULL AND failures > 0 AND canceled_at IS NULL
          AND created_at > now() - interval '${ofBuyer.seconds} s'`,
      [buyerId, exceptRequestId],
    );
    return rows.map(({ id }) => id);
  }

  async setCanceled(intentId: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE card_setups SET canceled_at = COALESCE(canceled_at, now()) WHERE intent_id = $1',
      [intentId],
    );
  }

  /** Returns false if the proof of work was used before. */
  async useProof(tx: Tx, signature: string): Promise<boolean> {
    const rows = await tx.query(
      'INSERT INTO used_proofs (signature) VALUES ($1) ON CONFLICT DO NOTHING RETURNING signature',
      [signature],
    );
    return rows.length > 0;
  }
}
