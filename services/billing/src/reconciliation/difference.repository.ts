import { randomUUID } from 'node:crypto';
import type { Difference, listDifferences, RequestOf } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { toInstants, type WithDates } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Finding } from './compare.js';

type Times = 'firstSeenAt' | 'lastSeenAt' | 'resolvedAt' | 'acknowledgedAt';
type Row = WithDates<Difference, Times>;

const COLUMNS = `d.id, d.object, d.kind, d.state, d.provider_id AS "providerId", d.purchase_id AS "purchaseId", d.ours,
                 d.theirs, d.first_seen_at AS "firstSeenAt", d.last_seen_at AS "lastSeenAt",
                 d.resolved_at AS "resolvedAt", d.acknowledged_at AS "acknowledgedAt",
                 d.acknowledged_by AS "acknowledgedBy", d.note`;

/**
 * An acknowledged difference opens again if either side changes: the note explained something else. Resolves
 * those of another kind, because an object has one difference at a time.
 */
const UPSERT = `
  WITH of_other_kinds AS (
    UPDATE reconciliation_differences SET state = 'resolved', resolved_at = $8
     WHERE object = $2 AND provider_id = $4 AND kind <> $3 AND state <> 'resolved')
  INSERT INTO reconciliation_differences AS d
         (id, object, kind, provider_id, purchase_id, ours, theirs, first_seen_at, opened_at, last_seen_at, last_run_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8, $9)
  ON CONFLICT (object, kind, provider_id) DO UPDATE
     SET ours = $6, theirs = $7, purchase_id = $5, last_seen_at = $8, last_run_id = $9, resolved_at = NULL,
         state = CASE WHEN d.state = 'acknowledged' AND (d.ours, d.theirs) IS NOT DISTINCT FROM ($6::jsonb, $7::jsonb)
                      THEN 'acknowledged' ELSE 'open' END,
         opened_at = CASE WHEN d.state = 'open'
                            OR (d.state = 'acknowledged'
                                AND (d.ours, d.theirs) IS NOT DISTINCT FROM ($6::jsonb, $7::jsonb))
                          THEN d.opened_at ELSE $8 END
  RETURNING opened_at = $8 AS "isNew"`;

@Injectable()
export class DifferenceRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns whether the difference was not open or acknowledged before. */
  async record(tx: Tx, runId: string, finding: Finding, at: Date): Promise<boolean> {
    const { object, kind, providerId, purchaseId, ours, theirs } = finding;
    const [row] = await tx.query<{ isNew: boolean }>(UPSERT, [
      ...[randomUUID(), object, kind, providerId, purchaseId],
      ...[ours && JSON.stringify(ours), theirs && JSON.stringify(theirs), at, runId],
    ]);
    return row?.isNew === true;
  }

  async list(request: RequestOf<typeof listDifferences>): Promise<Difference[]> {
    const { state, kind, object, after, limit } = request;
    const rows: Row[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM reconciliation_differences d
        WHERE ($1::text IS NULL OR d.state = $1) AND ($2::text IS NULL OR d.kind = $2)
          AND ($3::text IS NULL OR d.object = $3)
          AND ($4::timestamptz IS NULL OR (d.first_seen_at, d.id) < ($4, $5::uuid))
        ORDER BY d.first_seen_at DESC, d.id DESC LIMIT $6`,
      [state, kind, object, after?.firstSeenAt ?? null, after?.id ?? null, limit],
    );
    return rows.map(toInstants);
  }

  /** Returns unresolved differences that this run has not found, by id. */
  async listUnconfirmed(runId: string, position: string | null, limit: number): Promise<Difference[]> {
    const rows: Row[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM reconciliation_differences d
        WHERE d.state <> 'resolved' AND d.last_run_id <> $1 AND ($2::uuid IS NULL OR d.id > $2)
        ORDER BY d.id LIMIT $3`,
      [runId, position, limit],
    );
    return rows.map(toInstants);
  }

  async countOpen(): Promise<number> {
    const [row]: [{ count: number }] = await this.dataSource.query(
      "SELECT count(*)::int AS count FROM reconciliation_differences WHERE state = 'open'",
    );
    return row.count;
  }

  async resolve(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
    if (ids.length === 0) return;
    await tx.query(
      `UPDATE reconciliation_differences SET state = 'resolved', resolved_at = $2
        WHERE id = ANY ($1::uuid[]) AND state <> 'resolved'`,
      [ids, at],
    );
  }

  async lockState(tx: Tx, id: string): Promise<Difference['state'] | undefined> {
    const [row] = await tx.query<{ state: Difference['state'] }>(
      'SELECT state FROM reconciliation_differences WHERE id = $1 FOR UPDATE',
      [id],
    );
    return row?.state;
  }

  async acknowledge(tx: Tx, id: string, note: string, actorId: string): Promise<void> {
    await tx.query(
      `UPDATE reconciliation_differences
          SET state = 'acknowledged', note = $2, acknowledged_by = $3, acknowledged_at = clock_timestamp()
        WHERE id = $1`,
      [id, note, actorId],
    );
  }
}
