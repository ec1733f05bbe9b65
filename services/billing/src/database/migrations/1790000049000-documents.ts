import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Receipts and credit notes, with numbers without gaps (ADR 0038). The previous release ignores the flag of purchases;
 * those that it commits get their receipts from this release.
 */
export class Documents1790000049000 implements MigrationInterface {
  readonly name = 'Documents1790000049000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE businesses (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL,
        address_lines text[] NOT NULL,
        tax_id text,
        first_used_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT businesses_differ UNIQUE NULLS NOT DISTINCT (name, address_lines, tax_id)
      );

      CREATE TABLE document_numbers (
        kind text PRIMARY KEY CHECK (kind IN ('receipt', 'credit-note', 'reversal')),
        last bigint NOT NULL DEFAULT 0
      );
      INSERT INTO document_numbers (kind) VALUES ('receipt'), ('credit-note'), ('reversal');

      CREATE TABLE documents (
        id uuid PRIMARY KEY,
        kind text NOT NULL REFERENCES document_numbers,
        number bigint NOT NULL,
        purchase_id uuid NOT NULL REFERENCES purchases,
        refund_id uuid,
        receipt_number bigint,
        user_id uuid NOT NULL,
        lead_id uuid NOT NULL,
        amount decimal(10,2) NOT NULL CHECK (amount > 0),
        occurred_at timestamptz NOT NULL,
        issued_at timestamptz NOT NULL DEFAULT now(),
        business_id integer NOT NULL REFERENCES businesses,
        CONSTRAINT documents_numbered UNIQUE (kind, number),
        CONSTRAINT documents_one_of_a_kind_for_a_refund UNIQUE (refund_id, kind),
        CONSTRAINT only_a_receipt_has_no_refund_and_receipt CHECK (
          (kind = 'receipt') = (refund_id IS NULL) AND (kind = 'receipt') = (receipt_number IS NULL)
        )
      );
      CREATE UNIQUE INDEX documents_one_receipt_for_a_purchase ON documents (purchase_id) WHERE kind = 'receipt';
      CREATE INDEX documents_of_purchase ON documents (purchase_id);
      CREATE INDEX documents_of_user ON documents (user_id, occurred_at DESC, id DESC);
      CREATE INDEX documents_newest ON documents (occurred_at DESC, id DESC);

      ALTER TABLE purchases ADD COLUMN has_receipt boolean NOT NULL DEFAULT false;
      ALTER TABLE refunds
        ADD COLUMN has_credit_note boolean NOT NULL DEFAULT false,
        ADD COLUMN has_reversal boolean NOT NULL DEFAULT false;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
