import type {
  AgentProblemReport,
  listProblemReports,
  ProblemCount,
  ProblemReport,
  RequestOf,
} from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { DataCipher, toInstants, type WithDates } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toReportPurpose } from './report-cipher.js';

type ReportDates = 'reportedAt' | 'decidedAt' | 'soldAt' | 'refundedAt';
export interface ReportRow extends WithDates<
  Omit<ProblemReport, 'declineReason' | 'approvalNote'>,
  ReportDates
> {
  readonly offerId: string;
  readonly decisionNote: string;
}

export interface Sale {
  readonly offerId: string;
  readonly funnelId: string;
  readonly soldAt: Date;
  readonly isRefunded: boolean;
  readonly isErased: boolean;
}

type NewReport = Pick<ReportRow, 'id' | 'leadId' | 'buyerId' | 'reason' | 'state' | 'details'>;

/** Reports `r`, each with its funnel `f` and its sold lead `s`. */
const SELECT = `
  SELECT r.id, r.lead_id AS "leadId", r.offer_id AS "offerId", r.buyer_id AS "buyerId", r.funnel_id AS "funnelId",
         f.name AS "funnelName", r.reason, r.state, r.details, r.reported_at AS "reportedAt", r.decided_at AS "decidedAt",
         r.decided_by AS "decidedBy", r.decision_note AS "decisionNote", s.sold_at AS "soldAt", s.refunded_at AS "refundedAt"
    FROM problem_reports r JOIN sold_leads s ON s.lead_id = r.lead_id JOIN funnels f ON f.id = r.funnel_id`;
const FIND = `${SELECT} WHERE r.id = $1`;

/** Texts may name the person, so they are stored empty once the contact data of the lead was removed. */
const unlessRemoved = (text: string, leadId: string): string =>
  `CASE WHEN EXISTS (SELECT FROM leads l WHERE l.id = ${leadId} AND l.contact_removed_at IS NOT NULL)
        THEN '' ELSE ${text} END`;

/** Locks the sale, so that other reports and the refund of the lead wait. */
const LOCK_SALE = `
  SELECT s.offer_id AS "offerId", l.funnel_id AS "funnelId", s.sold_at AS "soldAt",
         s.refunded_at IS NOT NULL AS "isRefunded",
         EXISTS (SELECT 1 FROM buyers b WHERE b.id = s.buyer_id AND b.erased_at IS NOT NULL) AS "isErased"
    FROM sold_leads s JOIN leads l ON l.id = s.lead_id
   WHERE s.lead_id = $1 AND s.buyer_id = $2 FOR UPDATE OF s`;

/** A null parameter, or an empty list of states, filters nothing. */
const LIST = `${SELECT}
   WHERE (cardinality($1::text[]) = 0 OR r.state = ANY ($1))
     AND ($2::text IS NULL OR r.reason = $2) AND ($3::uuid IS NULL OR r.funnel_id = $3)
     AND ($4::timestamptz IS NULL OR (r.reported_at, r.id) < ($4, $5::uuid))
   ORDER BY r.reported_at DESC, r.id DESC LIMIT $6`;

/** Stores what people wrote encrypted, and returns it decrypted. */
@Injectable()
export class ProblemReportRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  /** Returns undefined if the buyer did not buy the lead. */
  async lockSale(tx: Tx, leadId: string, buyerId: string): Promise<Sale | undefined> {
    return tx.one<Sale>(LOCK_SALE, [leadId, buyerId]);
  }

  /** Returns false if the reason was reported for this lead already, or another report of it is open. */
  async insert(tx: Tx, sale: Sale, report: NewReport): Promise<boolean> {
    const { id, leadId, buyerId, reason, state } = report;
    const inserted = await tx.query(
      `INSERT INTO problem_reports (id, lead_id, offer_id, buyer_id, funnel_id, reason, state, details, reported_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, ${unlessRemoved('$8', '$2')},
               date_trunc('milliseconds', clock_timestamp()))
       ON CONFLICT DO NOTHING RETURNING id`,
      [
        ...[id, leadId, sale.offerId, buyerId, sale.funnelId, reason, state],
        this.encrypt('details', id, report.details),
      ],
    );
    return inserted.length > 0;
  }

  /** Locks the sale before the report, in the same order as a refund. Returns undefined for an unknown report. */
  async lock(tx: Tx, id: string): Promise<ReportRow | undefined> {
    await tx.query(
      'SELECT FROM sold_leads s WHERE s.lead_id = (SELECT lead_id FROM problem_reports WHERE id = $1) FOR UPDATE',
      [id],
    );
    await tx.query('SELECT FROM problem_reports WHERE id = $1 FOR UPDATE', [id]);
    const [row] = await tx.query<ReportRow>(FIND, [id]);
    return row && this.decrypt(row);
  }

  setInReview(tx: Tx, id: string): void {
    tx.send("UPDATE problem_reports SET state = 'in-review' WHERE id = $1", [id]);
  }

  /** Locks the buyer against an erasure. After one, no note is stored, because nothing would remove it. */
  setDecided(
    tx: Tx,
    id: string,
    decision: { state: 'approved' | 'declined'; actorId: string; note: string },
  ): void {
    tx.send(
      `UPDATE problem_reports SET state = $2, decided_at = date_trunc('milliseconds', clock_timestamp()), decided_by = $3,
              decision_note = (SELECT CASE WHEN b.erased_at IS NOT NULL THEN ''
                                           ELSE ${unlessRemoved('$4', 'problem_reports.lead_id')} END
                                 FROM buyers b WHERE b.id = problem_reports.buyer_id FOR KEY SHARE)
        WHERE id = $1`,
      [id, decision.state, decision.actorId, this.encrypt('decision_note', id, decision.note)],
    );
  }

  async find(id: string): Promise<ReportRow | undefined> {
    const [row]: ReportRow[] = await this.dataSource.query(FIND, [id]);
    return row && this.decrypt(row);
  }

  /** Returns the reports of a lead, oldest first. */
  async listOfLead(leadId: string, buyerId: string): Promise<ReportRow[]> {
    const rows: ReportRow[] = await this.dataSource.query(
      `${SELECT} WHERE r.lead_id = $1 AND r.buyer_id = $2 ORDER BY r.reported_at, r.id`,
      [leadId, buyerId],
    );
    return rows.map((row) => this.decrypt(row));
  }

  async list(request: RequestOf<typeof listProblemReports>): Promise<ReportRow[]> {
    const { states, reason, funnelId, after, limit } = request;
    const rows: ReportRow[] = await this.dataSource.query(LIST, [
      ...[states, reason, funnelId],
      ...[after?.reportedAt ?? null, after?.id ?? null, limit],
    ]);
    return rows.map((row) => this.decrypt(row));
  }

  async count(funnelId: string): Promise<ProblemCount[]> {
    return this.dataSource.query<ProblemCount[]>(
      `SELECT reason, count(*)::int AS reports FROM problem_reports WHERE funnel_id = $1
        GROUP BY reason ORDER BY reports DESC, reason`,
      [funnelId],
    );
  }

  /** Leaves empty texts as they are: they reveal nothing. */
  private encrypt(column: 'details' | 'decision_note', id: string, text: string): string {
    return text === '' ? '' : this.cipher.encrypt(text, toReportPurpose(column, id));
  }

  private decrypt(row: ReportRow): ReportRow {
    return {
      ...row,
      details: this.cipher.decrypt(row.details, toReportPurpose('details', row.id)),
      decisionNote: this.cipher.decrypt(row.decisionNote, toReportPurpose('decision_note', row.id)),
    };
  }
}

export const toAgentReport = (report: ReportRow): AgentProblemReport => ({
  id: report.id,
  reason: report.reason,
  state: report.state,
  details: report.details,
  reportedAt: report.reportedAt.toISOString(),
  decidedAt: report.decidedAt?.toISOString() ?? null,
  declineReason: report.state === 'declined' ? report.decisionNote : null,
});

export const toReport = ({ offerId: _, decisionNote, ...report }: ReportRow): ProblemReport => ({
  ...toInstants(report),
  declineReason: report.state === 'declined' ? decisionNote : null,
  approvalNote: report.state === 'approved' && report.decidedBy !== null ? decisionNote : null,
});
