import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { BalanceTransaction } from '../provider/reconciliation-client.js';

/** The provider's movements of the account's balance. They never change. */
@Injectable()
export class BalanceTransactionRepository {
  async store(
    tx: Tx,
    transactions: readonly (BalanceTransaction & { readonly purchaseId: string })[],
  ): Promise<void> {
    if (transactions.length === 0) return;
    await tx.query(
      `INSERT INTO balance_transactions (id, purchase_id, type, amount_cents, fee_cents, currency, created_at)
       SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::int[], $5::int[], $6::text[], $7::timestamptz[])
       ON CONFLICT DO NOTHING`,
      [
        transactions.map(({ id }) => id),
        transactions.map(({ purchaseId }) => purchaseId),
        transactions.map(({ type }) => type),
        transactions.map(({ amountCents }) => amountCents),
        transactions.map(({ feeCents }) => feeCents),
        transactions.map(({ currency }) => currency),
        transactions.map(({ createdAt }) => createdAt),
      ],
    );
  }
}
