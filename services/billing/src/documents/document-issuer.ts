import { randomUUID } from 'node:crypto';
import { type Business, type DocumentKind, documentKinds } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectEnv, InjectLogger, type Logger, PeriodicTasks, type SettingsOf } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type businessSettings, readBusiness } from './business-settings.js';

interface Due {
  readonly purchaseId: string;
  readonly refundId: string | null;
  readonly receiptNumber: string | null;
  readonly userId: string;
  readonly leadId: string;
  readonly amount: string;
  readonly occurredAt: Date;
}

const ofRefunds = (at: string, condition: string): string => `
  SELECT p.id AS "purchaseId", f.id AS "refundId", r.number AS "receiptNumber", p.user_id AS "userId",
         p.lead_id AS "leadId", f.amount, f.${at} AS "occurredAt"
    FROM refunds f JOIN purchases p ON p.id = f.purchase_id
    JOIN documents r ON r.purchase_id = p.id AND r.kind = 'receipt'
   WHERE ${condition} ORDER BY f.${at}, f.id LIMIT $1`;

/** Payments and refunds that have no document yet. $1: maximum number of rows. */
const DUE: Readonly<Record<DocumentKind, string>> = {
  receipt: `
  SELECT id AS "purchaseId", NULL AS "refundId", NULL AS "receiptNumber", user_id AS "userId", lead_id AS "leadId",
         amount, purchased_at AS "occurredAt"
    FROM purchases WHERE purchased_at IS NOT NULL AND NOT has_receipt
   ORDER BY purchased_at, id LIMIT $1`,
  'credit-note': ofRefunds('succeeded_at', 'f.succeeded_at IS NOT NULL AND NOT f.has_credit_note'),
  reversal: ofRefunds('ended_at', 'f.ended_at IS NOT NULL AND f.has_credit_note AND NOT f.has_reversal'),
};

/** $1: what the documents were issued for. */
const SET_ISSUED: Readonly<Record<DocumentKind, string>> = {
  receipt: 'UPDATE purchases SET has_receipt = true WHERE id = ANY($1::uuid[])',
  'credit-note': 'UPDATE refunds SET has_credit_note = true WHERE id = ANY($1::uuid[])',
  reversal: 'UPDATE refunds SET has_reversal = true WHERE id = ANY($1::uuid[])',
};

const INSERT = `
  INSERT INTO documents (id, kind, number, purchase_id, refund_id, receipt_number, user_id, lead_id, amount,
                         occurred_at, business_id)
  SELECT d.id, $1, d.number, d.purchase, d.refund, d.receipt, d.buyer, d.lead, d.amount, d.at, $2
    FROM unnest($3::uuid[], $4::bigint[], $5::uuid[], $6::uuid[], $7::bigint[], $8::uuid[], $9::uuid[],
                $10::decimal[], $11::timestamptz[])
         AS d (id, number, purchase, refund, receipt, buyer, lead, amount, at)`;

/** Numbers documents. Copies take turns by the lock on the last number: none is missing or used twice. */
@Injectable()
export class DocumentIssuerRepository {
  constructor(private readonly dataSource: DataSource) {}

  async hasDue(kind: DocumentKind): Promise<boolean> {
    return (await this.dataSource.query<unknown[]>(DUE[kind], [1])).length > 0;
  }

  /** Locks and returns the last number. Call it first: everything else in the transaction must wait for the lock. */
  async lockLastNumber(tx: Tx, kind: DocumentKind): Promise<number> {
    const [row] = await tx.query<{ last: string }>(
      'SELECT last FROM document_numbers WHERE kind = $1 FOR UPDATE',
      [kind],
    );
    if (!row) throw new Error(`document kind ${kind} has no numbers`);
    return Number(row.last);
  }

  findDue(tx: Tx, kind: DocumentKind, limit: number): Promise<Due[]> {
    return tx.query<Due>(DUE[kind], [limit]);
  }

  async insert(
    tx: Tx,
    kind: DocumentKind,
    { last, businessId, due }: { last: number; businessId: number; due: readonly Due[] },
  ): Promise<void> {
    await tx.query(INSERT, [
      kind,
      businessId,
      due.map(() => randomUUID()),
      due.map((_, index) => last + 1 + index),
      due.map(({ purchaseId }) => purchaseId),
      due.map(({ refundId }) => refundId),
      due.map(({ receiptNumber }) => receiptNumber),
      due.map(({ userId }) => userId),
      due.map(({ leadId }) => leadId),
      due.map(({ amount }) => amount),
      due.map(({ occurredAt }) => occurredAt),
    ]);
    tx.send('UPDATE document_numbers SET last = $2 WHERE kind = $1', [kind, last + due.length]);
  }

  setIssued(tx: Tx, kind: DocumentKind, due: readonly Due[]): void {
    tx.send(SET_ISSUED[kind], [due.map(({ purchaseId, refundId }) => refundId ?? purchaseId)]);
  }

  /** Returns the id of these details, which are stored once. */
  async getBusinessId(tx: Tx, { name, addressLines, taxId }: Business): Promise<number> {
    const values = [name, addressLines, taxId];
    tx.send(
      'INSERT INTO businesses (name, address_lines, tax_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      values,
    );
    const [row] = await tx.query<{ id: number }>(
      'SELECT id FROM businesses WHERE name = $1 AND address_lines = $2 AND tax_id IS NOT DISTINCT FROM $3',
      values,
    );
    if (!row) throw new Error('business was not stored');
    return row.id;
  }
}

const INTERVAL_MS = 1_000;
const BATCH_SIZE = 500;

/**
 * Issues documents after the charge. Numbering them in the charge's transaction would make all charges wait for each
 * other (ADR 9).
 */
@Injectable()
export class DocumentIssuer implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly repository: DocumentIssuerRepository,
    @InjectEnv() private readonly env: SettingsOf<typeof businessSettings>,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'document issuing', intervalMs: INTERVAL_MS, run: () => this.issueDue() });
  }

  /** A credit note refers to a receipt, and a reversal to a credit note, so they follow in this order. */
  async issueDue(): Promise<void> {
    for (const kind of documentKinds) while ((await this.issueBatch(kind)) === BATCH_SIZE);
  }

  private async issueBatch(kind: DocumentKind): Promise<number> {
    // Idle copies do not lock anything.
    if (!(await this.repository.hasDue(kind))) return 0;
    const issued = await this.transactions.run(async (tx) => {
      const last = await this.repository.lockLastNumber(tx, kind);
      const due = await this.repository.findDue(tx, kind, BATCH_SIZE);
      if (due.length === 0) return 0;
      const businessId = await this.repository.getBusinessId(tx, readBusiness(this.env));
      await this.repository.insert(tx, kind, { last, businessId, due });
      this.repository.setIssued(tx, kind, due);
      return due.length;
    });
    if (issued > 0) this.logger.info({ kind, issued }, 'billing documents issued');
    return issued;
  }
}
