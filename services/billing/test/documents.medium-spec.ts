import { randomUUID } from 'node:crypto';
import {
  getDocument,
  getStatementTotals,
  listDocuments,
  listStatementLines,
  type ResponseOf,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { exportCustomer } from '../src/card-erasure/customer-status.repository.js';
import { BillingHarness } from './billing.harness.js';

const EVERY_KIND = { kind: null, number: null, after: null } as const;

describe('receipts', () => {
  let billing: BillingHarness;

  beforeAll(async () => {
    billing = await BillingHarness.start({
      BUSINESS_NAME: 'Desk LLC',
      BUSINESS_ADDRESS: '1 Main Street; Austin, TX 78701',
    });
  });
  afterAll(() => billing.stop());

  const list = (buyerId: string) =>
    billing.commands.send(listDocuments, { ...EVERY_KIND, buyerId, limit: 500 });
  const insertPurchases = (buyerId: string, count: number, from: string) =>
    billing.pool.query(
      `INSERT INTO purchases (id, offer_id, user_id, lead_id, amount, currency, status, card_version, purchased_at,
                              stripe_payment_intent_id)
       SELECT gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), 80, 'usd', 'succeeded', 1,
              $3::timestamptz + n * interval '1 second', 'pi_' || gen_random_uuid()
         FROM generate_series(0, $2 - 1) n`,
      [buyerId, count, from],
    );
  const waitForReceipts = (buyerId: string, count: number) =>
    eventually(async () => {
      const { rows } = await billing.pool.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM documents WHERE user_id = $1 AND kind = 'receipt'",
        [buyerId],
      );
      return rows[0]?.count === count;
    });

  it('is issued once for each charge, and shown only to its buyer', async () => {
    const { buyerId } = await billing.createBuyer();
    const offerId = await billing.charge(buyerId);
    const purchase = await billing.waitForStatus(offerId, 'succeeded');
    await waitForReceipts(buyerId, 1);
    const { documents, next } = await list(buyerId);
    expect(next).toBeNull();
    expect(documents).toMatchObject([{ kind: 'receipt', userId: buyerId, amountCents: 8_000 }]);
    const documentId = documents[0]?.id ?? '';
    expect(await billing.commands.send(getDocument, { documentId, buyerId })).toMatchObject({
      stripePaymentIntentId: purchase.stripe_payment_intent_id,
      business: { name: 'Desk LLC', addressLines: ['1 Main Street', 'Austin, TX 78701'], taxId: null },
    });
    expect(await billing.commands.send(getDocument, { documentId, buyerId: null })).toMatchObject({
      id: documentId,
    });
    for (const request of [
      { documentId, buyerId: randomUUID() },
      { documentId: randomUUID(), buyerId: null },
    ])
      await expect(billing.commands.send(getDocument, request)).rejects.toMatchObject({
        code: 'DOCUMENT_NOT_FOUND',
      });
    expect((await list(randomUUID())).documents).toEqual([]);
  });

  it('has numbers without gaps or doubles while two copies issue', async () => {
    const buyers = Array.from({ length: 6 }, () => randomUUID());
    await Promise.all(buyers.map((buyerId) => insertPurchases(buyerId, 300, '2026-02-01T12:00:00Z')));
    for (const buyerId of buyers) await waitForReceipts(buyerId, 300);
    const { rows } = await billing.pool.query(
      `SELECT count(*) = max(number) AND min(number) = 1 AND max(number) = (
                SELECT last FROM document_numbers WHERE kind = 'receipt') AS gapless,
              count(*) = count(DISTINCT purchase_id) AS once
         FROM documents WHERE kind = 'receipt'`,
    );
    expect(rows).toEqual([{ gapless: true, once: true }]);
    const seen: string[] = [];
    let after: ResponseOf<typeof listDocuments>['next'] = null;
    do {
      const page: ResponseOf<typeof listDocuments> = await billing.commands.send(listDocuments, {
        ...EVERY_KIND,
        buyerId: buyers[0] ?? '',
        after,
        limit: 70,
      });
      seen.push(...page.documents.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect(new Set(seen).size).toBe(300);
    expect(seen).toHaveLength(300);
  });

  it('belongs to the statement of its period, whose end is excluded', async () => {
    const buyerId = randomUUID();
    await insertPurchases(buyerId, 10, '2026-03-31T23:59:55Z');
    await waitForReceipts(buyerId, 10);
    const [march, april] = [
      { buyerId, from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' },
      { buyerId, from: '2026-04-01T00:00:00.000Z', to: '2026-05-01T00:00:00.000Z' },
    ] as const;
    for (const period of [march, april]) {
      const { totals } = await billing.commands.send(getStatementTotals, period);
      expect(totals).toMatchObject({
        receipts: 5,
        receiptsCents: 40_000,
        creditNotes: 0,
        creditNotesCents: 0,
      });
      const page = { ...period, after: null, limit: 3 };
      const { lines, next } = await billing.commands.send(listStatementLines, page);
      const rest = await billing.commands.send(listStatementLines, { ...page, after: next });
      expect([...lines, ...rest.lines]).toHaveLength(5);
      expect(rest.next).toBeNull();
    }
  });

  it("is in its buyer's export, as are refunds and disputes, but not what an admin wrote", async () => {
    const buyerId = randomUUID();
    await insertPurchases(buyerId, 1, '2026-05-01T12:00:00Z');
    await waitForReceipts(buyerId, 1);
    await billing.pool.query(
      `INSERT INTO refunds (id, purchase_id, amount, status, reason, note, requested_by, ended_at)
       SELECT gen_random_uuid(), id, amount, 'failed', 'goodwill', 'For admins.', gen_random_uuid(), now()
         FROM purchases WHERE user_id = $1`,
      [buyerId],
    );
    await billing.pool.query(
      `INSERT INTO disputes (id, stripe_dispute_id, purchase_id, buyer_id, lead_id, amount, status, reason, opened_at)
       SELECT gen_random_uuid(), 'du_exported', id, user_id, lead_id, amount, 'needs_response', 'fraudulent', now()
         FROM purchases WHERE user_id = $1`,
      [buyerId],
    );
    const query = async (sql: string, values: unknown[]): Promise<object[]> =>
      (await billing.pool.query<object>(sql, values)).rows;
    const exported = await exportCustomer({ query } as unknown as DataSource, buyerId);
    expect(exported).toMatchObject({
      purchases: [{ amount: '80.00', status: 'succeeded' }],
      refunds: [{ amount: '80.00', status: 'failed', reason: 'goodwill' }],
      disputes: [{ stripe_dispute_id: 'du_exported', status: 'needs_response' }],
      documents: [{ kind: 'receipt', amount: '80.00' }],
    });
    expect(JSON.stringify(exported)).not.toContain('For admins.');
  });

  it('stores the details of the business once', async () => {
    const { rows } = await billing.pool.query<{ name: string }>('SELECT name FROM businesses');
    expect(rows).toEqual([{ name: 'Desk LLC' }]);
  });
});
