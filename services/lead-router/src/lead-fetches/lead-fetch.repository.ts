import { randomUUID } from 'node:crypto';
import type { Tx, Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { ConnectionRepository, type PageAccess } from '../funnels/connection.repository.js';

/** A lead to fetch, claimed for one attempt. */
export interface ClaimedFetch {
  readonly id: string;
  readonly externalId: string;
  readonly notifiedAt: Date;
  readonly attempts: number;
  readonly access: PageAccess;
}

interface StoredAccess {
  readonly funnelId: string;
  readonly pageId: string;
  readonly pageToken: string;
  readonly savedAt: Date;
}

interface FetchRow extends StoredAccess, Omit<ClaimedFetch, 'access'> {}

/** A Page whose forms are due. */
export interface ClaimedForms {
  readonly access: PageAccess;
  readonly readUntil: Date;
}

type Statements = Pick<Transactions, 'query'>;

/** Longer than a call may take. Afterwards, another process fetches what a killed one was fetching. */
const LEASE = "interval '20 s'";
/** How often the forms of a Page are read. */
const FORMS_INTERVAL = "interval '15 min'";
/** Longer than the three calls that precede the first renewal. Afterwards, another process reads the forms. */
const FORMS_LEASE = "interval '35 s'";
/** A usable token, of a funnel that is not paused. */
const IS_CONNECTED =
  "c.tool = 'meta' AND c.token_refused_at IS NULL AND c.paused_until <= now() AND n.mode <> 'paused'";
const ACCESS = `c.funnel_id AS "funnelId", c.page_id AS "pageId", c.page_token AS "pageToken", c.saved_at AS "savedAt"`;

const INSERT = `
  INSERT INTO lead_fetches (id, funnel_id, external_id)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) ON CONFLICT (funnel_id, external_id) DO NOTHING`;

const CLAIM = `
  UPDATE lead_fetches f SET attempts = f.attempts + 1, next_attempt_at = now() + ${LEASE}
    FROM (SELECT d.id, ${ACCESS} FROM lead_fetches d
            JOIN funnel_connections c ON c.funnel_id = d.funnel_id JOIN funnels n ON n.id = d.funnel_id
           WHERE d.status = 'pending' AND d.next_attempt_at <= now() AND ${IS_CONNECTED}
           ORDER BY d.next_attempt_at LIMIT $1 FOR UPDATE OF d SKIP LOCKED) c
   WHERE f.id = c.id
  RETURNING f.id, f.external_id AS "externalId", f.notified_at AS "notifiedAt", f.attempts,
            c."funnelId", c."pageId", c."pageToken", c."savedAt"`;

const CLAIM_FORMS = `
  UPDATE funnel_connections c SET forms_due_at = now() + ${FORMS_LEASE}
   WHERE (c.funnel_id, c.tool) IN (
           SELECT c.funnel_id, c.tool FROM funnel_connections c JOIN funnels n ON n.id = c.funnel_id
            WHERE c.forms_due_at <= now() AND ${IS_CONNECTED}
            ORDER BY c.forms_due_at LIMIT 1 FOR UPDATE OF c SKIP LOCKED)
  RETURNING ${ACCESS}, c.read_until AS "readUntil"`;

/** The leads to fetch from Meta. All times are the database's. */
@Injectable()
export class LeadFetchRepository {
  constructor(private readonly connections: ConnectionRepository) {}

  /** A lead that is known already is not fetched again. */
  request(tx: Tx, funnelId: string, externalIds: readonly string[]): void {
    // In one order, so that two notifications of the same leads do not wait for each other.
    const ids = [...new Set(externalIds)].sort();
    tx.send(INSERT, [ids.map(() => randomUUID()), ids.map(() => funnelId), ids]);
  }

  /** Fetches a lead for a held post. Returns false if the lead was fetched for another one. */
  async retry(tx: Tx, funnelId: string, externalId: string, postId: string): Promise<boolean> {
    const [row] = await tx.query<{ id: string }>(
      `INSERT INTO lead_fetches AS f (id, funnel_id, external_id) VALUES ($1, $2, $3)
       ON CONFLICT (funnel_id, external_id) DO UPDATE
          SET status = CASE WHEN f.id = $1 THEN 'pending' ELSE f.status END,
              attempts = CASE WHEN f.id = $1 THEN 0 ELSE f.attempts END,
              next_attempt_at = CASE WHEN f.id = $1 THEN now() ELSE f.next_attempt_at END
       RETURNING id`,
      [postId, funnelId, externalId],
    );
    return row?.id === postId;
  }

  /** Claims what has been due longest, in a transaction of its own. */
  async claim(statements: Statements, limit: number): Promise<ClaimedFetch[]> {
    const rows = await statements.query<FetchRow>(CLAIM, [limit]);
    return rows.map(({ id, externalId, notifiedAt, attempts, ...stored }) => ({
      id,
      externalId,
      notifiedAt,
      attempts,
      access: this.toAccess(stored),
    }));
  }

  /** Returns false if another process has ended it since. */
  async end(tx: Tx, { id }: ClaimedFetch, status: 'fetched' | 'failed'): Promise<boolean> {
    const sql = "UPDATE lead_fetches SET status = $2 WHERE id = $1 AND status = 'pending' RETURNING id";
    return (await tx.query(sql, [id, status])).length > 0;
  }

  /** Makes the row due later. `isCounted`: whether the attempt counts toward the maximum. */
  postpone(
    tx: Tx,
    { id, attempts }: ClaimedFetch,
    delayMs: number,
    { isCounted }: { isCounted: boolean },
  ): void {
    tx.send(
      `UPDATE lead_fetches SET next_attempt_at = now() + $3 * interval '1 ms', attempts = attempts - $4
        WHERE id = $1 AND status = 'pending' AND attempts = $2`,
      [id, attempts, delayMs, isCounted ? 0 : 1],
    );
  }

  async claimForms(statements: Statements): Promise<ClaimedForms | undefined> {
    const [row] = await statements.query<StoredAccess & { readUntil: Date }>(CLAIM_FORMS);
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

  /** Changes nothing if another token was saved since: that one is read anew. */
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
    return { funnelId, pageId, savedAt, token: this.connections.decryptToken(funnelId, pageToken) };
  }
}
