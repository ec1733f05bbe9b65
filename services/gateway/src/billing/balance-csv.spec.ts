import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { BalanceReport } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { balanceCsv } from './balance-csv.js';

const amounts = {
  charges: 3,
  chargesCents: 24_000,
  refunds: 1,
  refundsCents: 8_000,
  disputes: 1,
  disputesCents: -8_000,
  feesCents: 786,
  netCents: 23_214,
};
const report: BalanceReport = {
  month: '2026-03',
  timeZone: 'America/New_York',
  days: [
    { day: '2026-03-08', ...amounts },
    { day: '2026-03-09', ...amounts, feesCents: null, netCents: -5 },
  ],
  totals: amounts,
};

describe('balanceCsv', () => {
  it('writes a row per day and the totals, and leaves unknown fees empty', async () => {
    const { sheet, rows } = balanceCsv(report);
    const lines = (await text(Readable.from(rows).pipe(sheet))).split('\r\n');
    expect(lines[0]).toContain('Day (America/New_York),Charges,Charged (USD)');
    expect(lines.slice(1)).toEqual([
      '2026-03-08,3,240.00,1,80.00,1,-80.00,7.86,232.14',
      '2026-03-09,3,240.00,1,80.00,1,-80.00,,-0.05',
      'Total,3,240.00,1,80.00,1,-80.00,7.86,232.14',
      '',
    ]);
  });
});
