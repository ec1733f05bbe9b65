import {
  type BillingDocument,
  type Business,
  type DocumentKind,
  type DocumentTotals,
  type getStatementTotals,
  type listDocuments,
  type PrintedDocument,
  type RequestOf,
  toCents,
} from '@desk/contracts';
import { toInstants } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

type ListRequest = RequestOf<typeof listDocuments>;
type Filter = Omit<ListRequest, 'after' | 'limit'>;
export type Position = NonNullable<ListRequest['after']>;
type Period = RequestOf<typeof getStatementTotals>;

interface Row {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly number: string;
  readonly userId: string;
  readonly leadId: string;
  readonly amount: string;
  readonly occurredAt: Date;
  readonly issuedAt: Date;
  readonly receiptNumber: string | null;
}

const COLUMNS = `d.id, d.kind, d.number, d.user_id AS "userId", d.lead_id AS "leadId", d.amount,
                 d.occurred_at AS "occurredAt", d.issued_at AS "issuedAt", d.receipt_number AS "receiptNumber"`;

const sumOf = (kind: DocumentKind, name: string): string =>
  `count(*) FILTER (WHERE kind = '${kind}')::int AS "${name}",
              (COALESCE(sum(amount) FILTER (WHERE kind = '${kind}'), 0) * 100)::float8 AS "${name}Cents"`;

const toDto = ({ number, amount, receiptNumber, ...row }: Row): BillingDocument => ({
  ...toInstants(row),
  number: Number(number),
  amountCents: toCents(amount),
  receiptNumber: receiptNumber === null ? null : Number(receiptNumber),
});

@Injectable()
export class DocumentRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async list(filter: Filter, after: Position | null, limit: number): Promise<BillingDocument[]> {
    const values: unknown[] = [limit];
    const conditions: string[] = [];
    const where = (sql: string, ...parameters: unknown[]): void => {
      let index = 0;
      conditions.push(sql.replaceAll('?', () => `$${values.push(parameters[index++])}`));
    };
    if (filter.buyerId !== null) where('d.user_id = ?', filter.buyerId);
    if (filter.kind !== null) where('d.kind = ?', filter.kind);
    if (filter.number !== null) where('d.number = ?', filter.number);
    if (after) where('(d.occurred_at, d.id) < (?::timestamptz, ?::uuid)', after.occurredAt, after.id);
    const all = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    const rows: Row[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM documents d ${all} ORDER BY d.occurred_at DESC, d.id DESC LIMIT $1`,
      values,
    );
    return rows.map(toDto);
  }

  async find(id: string): Promise<PrintedDocument | undefined> {
    const [row]: (Row & Business & { intentId: string })[] = await this.dataSource.query(
      `SELECT ${COLUMNS}, p.stripe_payment_intent_id AS "intentId", b.name, b.address_lines AS "addressLines",
              b.tax_id AS "taxId"
         FROM documents d JOIN purchases p ON p.id = d.purchase_id JOIN businesses b ON b.id = d.business_id
        WHERE d.id = $1`,
      [id],
    );
    if (!row) return undefined;
    const { name, addressLines, taxId, intentId, ...document } = row;
    return { ...toDto(document), stripePaymentIntentId: intentId, business: { name, addressLines, taxId } };
  }

  /** Oldest first. */
  async listPeriod(
    { buyerId, from, to }: Period,
    after: Position | null,
    limit: number,
  ): Promise<BillingDocument[]> {
    const rows: Row[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM documents d
        WHERE d.user_id = $1 AND d.occurred_at >= $2 AND d.occurred_at < $3
          AND ($4::timestamptz IS NULL OR (d.occurred_at, d.id) > ($4, $5::uuid))
        ORDER BY d.occurred_at, d.id LIMIT $6`,
      [buyerId, from, to, after?.occurredAt ?? null, after?.id ?? null, limit],
    );
    return rows.map(toDto);
  }

  async sumPeriod({ buyerId, from, to }: Period): Promise<DocumentTotals> {
    const [row]: [DocumentTotals] = await this.dataSource.query(
      `SELECT ${sumOf('receipt', 'receipts')}, ${sumOf('credit-note', 'creditNotes')}, ${sumOf('reversal', 'reversals')}
         FROM documents WHERE user_id = $1 AND occurred_at >= $2 AND occurred_at < $3`,
      [buyerId, from, to],
    );
    return row;
  }
}
