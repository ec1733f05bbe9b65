import { getBalanceReport, type MoneyReport } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';
import { ReconciliationHelper } from './reconciliation.harness.js';
import { RefundHelper } from './refund-helper.js';

const ZONE = 'America/New_York';
/** $80.00 at 2.9 % and 30 cents. */
const FEE_CENTS = 262;

describe('the balance report', () => {
  let billing: BillingHarness;

  beforeAll(async () => {
    billing = await BillingHarness.start({
      RECONCILIATION_MIN_AGE_SECONDS: '1',
      REPORTING_TIME_ZONE: ZONE,
    });
  });
  afterAll(() => billing.stop());

  const read = (from: string, to: string): Promise<MoneyReport> =>
    billing.commands.send(getBalanceReport, { from, to });

  it('puts every movement on its day in the reporting time zone, and adds up to the records', async () => {
    const refunds = new RefundHelper(billing);
    // Clocks change on March 8: midnight is 5:00 before and 4:00 after.
    const times = [
      '2026-03-08T04:59:59Z',
      '2026-03-08T05:00:00Z',
      '2026-03-09T03:59:59Z',
      '2026-04-01T03:59:59Z',
    ];
    const sales = [];
    for (const time of times) {
      const sale = await refunds.sell();
      await billing.pool.query('UPDATE purchases SET purchased_at = $2 WHERE id = $1', [
        sale.purchaseId,
        time,
      ]);
      sales.push(sale);
    }
    const [refunded, failed, won] = sales;
    if (!refunded || !failed || !won) throw new Error('sales are missing');
    await refunds.request(refunded);
    await refunds.waitForRefund(refunded, 'succeeded');
    await refunds.request(failed);
    await refunds.waitForRefund(failed, 'succeeded');
    await billing.pool.query("UPDATE refunds SET succeeded_at = '2026-03-10T12:00:00Z'");
    await billing.pool.query(
      "UPDATE refunds SET status = 'failed', ended_at = '2026-03-11T12:00:00Z' WHERE purchase_id = $1",
      [failed.purchaseId],
    );
    await billing.pool.query(
      `INSERT INTO disputes (id, stripe_dispute_id, purchase_id, buyer_id, lead_id, amount, status, reason, opened_at, closed_at)
       SELECT gen_random_uuid(), d.status || 'dispute', id, user_id, lead_id, 80, d.status, 'fraudulent',
              '2026-03-12T12:00:00Z', '2026-03-13T12:00:00Z'
         FROM purchases, (VALUES ('won'), ('warning_closed')) d(status) WHERE id = $1`,
      [won.purchaseId],
    );

    // billing folds the changes, with its own database rights.
    await eventually(async () => (await billing.pool.query('SELECT FROM balance_changes')).rowCount === 0);

    const { days, totals } = await eventually(async () => {
      const report = await read('2026-03-01', '2026-03-31');
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short' }).format();
      expect(report).toMatchObject({ timeZone: ZONE, from: '2026-03-01', to: '2026-03-31', today });
      return report;
    });
    expect(
      days.map((row) => [row.day, row.charges, row.refundsCents, row.disputesCents, row.netCents]),
    ).toEqual([
      ['2026-03-07', 1, 0, 0, 8_000],
      ['2026-03-08', 2, 0, 0, 16_000],
      ['2026-03-10', 0, 16_000, 0, -16_000],
      ['2026-03-11', 0, -8_000, 0, 8_000],
      ['2026-03-12', 0, 0, 8_000, -8_000],
      ['2026-03-13', 0, 0, -8_000, 8_000],
      ['2026-03-31', 1, 0, 0, 8_000],
    ]);
    const { rows } = await billing.pool.query<{ charges: number; refunds: number }>(
      `SELECT (SELECT sum(amount) * 100 FROM purchases)::int AS charges,
              (SELECT sum(amount) * 100 FROM refunds WHERE status = 'succeeded')::int AS refunds`,
    );
    expect(totals).toMatchObject({
      charges: 4,
      chargesCents: rows[0]?.charges,
      refunds: 2,
      refundsCents: rows[0]?.refunds,
      disputes: 1,
      disputesCents: 0,
      feesCents: null,
      netCents: 24_000,
    });
    expect(await read('2026-02-01', '2026-02-28')).toMatchObject({
      days: [],
      totals: { charges: 0, netCents: 0 },
    });
  });

  it("takes the card provider's fees from its balance transactions, once", async () => {
    const reconciliation = new ReconciliationHelper(billing);
    await reconciliation.compare();
    await reconciliation.compare();
    const { totals } = await read('2026-01-01', '2099-12-31');
    // Four charges; refunds cost nothing and return no fee.
    expect(totals.feesCents).toBe(4 * FEE_CENTS);
  });
});
