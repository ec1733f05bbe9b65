import { randomUUID } from 'node:crypto';
import type { Tx } from '@desk/outbox';
import { type StepRow, StepTable } from '@desk/steps';
import { Injectable } from '@nestjs/common';
import { ConnectionRepository, type PageAccess } from '../funnels/connection.repository.js';

/** A lead to fetch, claimed for one attempt. */
export interface ClaimedFetch extends StepRow {
  readonly externalId: string;
  readonly notifiedAt: Date;
  readonly access: PageAccess;
}

interface StoredAccess {
  readonly funnelId: string;
  readonly pageId: string;
  readonly pageToken: string;
  readonly savedAt: Date | string;
}

/** A Page whose forms are due. */
export interface ClaimedForms {
  readonly access: PageAccess;
  readonly readUntil: Date;
}

/** A lead that cannot be fetched any more. */
export interface FailedFetch {
  readonly id: string;
  readonly funnelId: string;
  readonly externalId: string;
  readonly notifiedAt: Date;
}

/** All fetches share one lane. */
const KIND = 'meta';
/** How often the forms of a Page are read. */
const FORMS_INTERVAL = "interval '15 min'";
/** Longer than the three calls that precede the first renewal. When it ends, another process reads the forms. */
const FORMS_LEASE = "interval '35 s'";
/** A usable token, of a funnel that is not paused. */
const IS_CONNECTED =
  "c.tool = 'meta' AND c.token_refused_at IS NULL AND c.paused_until <= now() AND n.mode <> 'paused'";
const ACCESS = `c.funnel_id AS "funnelId", c.page_id AS "pageId", c.page_token AS "pageToken", c.saved_at AS "savedAt"`;

const INSERT = `
  INSERT INTO lead_fetches (id, funnel_id, external_id)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) ON CONFLICT (funnel_id, external_id) DO NOTHING
  RETURNING id`;

const CLAIM_FORMS = `
  UPDATE funnel_connections c SET forms_due_at = now() + ${FORMS_LEASE}
   WHERE (c.funnel_id, c.tool) IN (
           SELECT c.funnel_id, c.tool FROM funnel_connections c JOIN funnels n ON n.id = c.funnel_id
            WHERE c.forms_due_at <= now() AND ${IS_CONNECTED}
            ORDER BY c.forms_due_at LIMIT 1 FOR UPDATE OF c SKIP LOCKED)
  RETURNING ${ACCESS}, c.read_until AS "readUntil"`;

/** Ends fetches that have waited for a day, and whose funnel is not connected any more. */
const FAIL_DISCONNECTED = `
  UPDATE lead_fetches SET status = 'failed', lease_until = NULL
   WHERE id = ANY (ARRAY(
           SELECT f.id FROM lead_fetches f
            WHERE f.status = 'queued' AND f.notified_at < now() - interval '1 day'
              AND (f.lease_until IS NULL OR f.lease_until <= now())
              AND NOT EXISTS (SELECT FROM funnel_connections c
                               WHERE c.funnel_id = f.funnel_id AND c.tool = 'meta')
            LIMIT $1 FOR UPDATE SKIP LOCKED))
  RETURNING id, funnel_id AS "funnelId", external_id AS "externalId", notified_at AS "notifiedAt"`;

/** The leads to fetch from Meta. All times but `startedAt` are the database's. */
@Injectable()
export class LeadFetchRepository {
  readonly table: StepTable<ClaimedFetch>;

  constructor(private readonly connections: ConnectionRepository) {
    const funnel = `funnel_connections c JOIN funnels n ON n.id = c.funnel_id
                    WHERE c.funnel_id = lead_fetches.funnel_id AND ${IS_CONNECTED}`;
    this.table = new StepTable<ClaimedFetch>('lead_fetches', {
      kind: `'${KIND}'::text`,
      mayBegin: `EXISTS (SELECT 1 FROM ${funnel})`,
      columns: `external_id AS "externalId", notified_at AS "notifiedAt",
        (SELECT to_jsonb(access) FROM (SELECT ${ACCESS} FROM ${funnel}) AS access) AS access`,
      read: (row) => ({ ...row, access: this.toAccess(row.access as never) }),
    });
  }

  /** A lead that is known already is not fetched again. */
  async request(tx: Tx, funnelId: string, externalIds: readonly string[]): Promise<void> {
    // In one order, so that two notifications of the same leads cannot deadlock.
    const ids = [...new Set(externalIds)].sort();
    const rows = await tx.query<{ id: string }>(INSERT, [
      ids.map(() => randomUUID()),
      ids.map(() => funnelId),
      ids,
    ]);
    for (const { id } of rows) this.table.attemptAfterCommit(tx, { id, kind: KIND });
  }

  /** Fetches the lead of a held post. Returns false if another fetch has the lead. */
  async retry(tx: Tx, funnelId: string, externalId: string, postId: string): Promise<boolean> {
    const [row] = await tx.query<{ id: string }>(
      `INSERT INTO lead_fetches AS f (id, funnel_id, external_id) VALUES ($1, $2, $3)
       ON CONFLICT (funnel_id, external_id) DO UPDATE
          SET status = CASE WHEN f.id = $1 THEN 'queued' ELSE f.status END,
              attempts_before = CASE WHEN f.id = $1 THEN f.attempts ELSE f.attempts_before END,
              next_attempt_at = CASE WHEN f.id = $1 THEN now() ELSE f.next_attempt_at END
       RETURNING id`,
      [postId, funnelId, externalId],
    );
    if (row?.id !== postId) return false;
    this.table.attemptAfterCommit(tx, { id: postId, kind: KIND });
    return true;
  }

  /** Returns the ids of those that nobody has ended since. */
  async setFetched(tx: Tx, fetches: readonly ClaimedFetch[]): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }>(
      `UPDATE lead_fetches SET status = 'fetched', lease_until = NULL
        WHERE id = ANY ($1::uuid[]) AND status = 'queued' RETURNING id`,
      [fetches.map(({ id }) => id)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Returns false if another process has claimed the row since. */
  setFailed(tx: Tx, fetch: ClaimedFetch): Promise<boolean> {
    return this.table.release(tx, fetch, "status = 'failed'");
  }

  /** Returns those that were ended. */
  failDisconnected(tx: Tx, limit: number): Promise<FailedFetch[]> {
    return tx.query<FailedFetch>(FAIL_DISCONNECTED, [limit]);
  }

  async scheduleRetry(tx: Tx, fetch: ClaimedFetch, delayMs: number): Promise<void> {
    const changes = "next_attempt_at = now() + $3 * interval '1 ms'";
    if (await this.table.release(tx, fetch, changes, delayMs))
      this.table.attemptAfterCommit(tx, fetch, delayMs);
  }

  async claimForms(queries: Pick<Tx, 'query'>): Promise<ClaimedForms | undefined> {
    const [row] = await queries.query<StoredAccess & { readUntil: Date }>(CLAIM_FORMS);
    if (!row) return undefined;
    const { readUntil, ...stored } = row;
    return { access: this.toAccess(stored), readUntil };
  }

  /** Keeps other processes from reading the forms meanwhile. */
  renewForms(tx: Tx, access: PageAccess): void {
    this.setFormsDue(tx, access, FORMS_LEASE);
  }

  postponeForms(tx: Tx, access: PageAccess): void {
    this.setFormsDue(tx, access, FORMS_INTERVAL);
  }

  /** Does nothing if a new token was saved since. The forms are then read again with that token. */
  setFormsRead(tx: Tx, { funnelId, savedAt }: PageAccess, pageName: string, startedAt: Date): void {
    tx.send(
      `UPDATE funnel_connections SET page_name = $3, forms_read_at = now(), read_until = GREATEST(read_until, $4),
              error = NULL, failed_at = NULL, forms_due_at = now() + ${FORMS_INTERVAL}
        WHERE funnel_id = $1 AND tool = 'meta' AND saved_at = $2`,
      [funnelId, savedAt, pageName, startedAt],
    );
  }

  private setFormsDue(tx: Tx, { funnelId, savedAt }: PageAccess, interval: string): void {
    tx.send(
      `UPDATE funnel_connections SET forms_due_at = now() + ${interval}
        WHERE funnel_id = $1 AND tool = 'meta' AND saved_at = $2`,
      [funnelId, savedAt],
    );
  }

  private toAccess({ funnelId, pageId, pageToken, savedAt }: StoredAccess): PageAccess {
    const token = this.connections.decryptToken(funnelId, pageToken);
    return { funnelId, pageId, savedAt: new Date(savedAt), token };
  }
}
