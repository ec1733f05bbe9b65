import { buffer } from 'node:stream/consumers';
import type { BillingDocument } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import { statementCsv } from './statement-csv.js';

const line: BillingDocument = {
  id: '0191e1a0-0000-7000-8000-000000000009',
  kind: 'receipt',
  number: 42,
  userId: '0191e1a0-0000-7000-8000-000000000003',
  leadId: '0191e1a0-0000-7000-8000-000000000002',
  amountCents: 8_000,
  occurredAt: '2026-01-01T03:30:00.000Z',
  issuedAt: '2026-01-01T03:30:01.000Z',
  receiptNumber: null,
};

it('writes amounts that add up, with times in the time zone', async () => {
  const { sheet, row } = statementCsv('America/Chicago');
  sheet.write(row(line));
  sheet.write(row({ ...line, kind: 'credit-note', number: 3, receiptNumber: 42 }));
  sheet.end();
  expect((await buffer(sheet)).toString().split('\r\n')).toEqual([
    '\uFEFFDate (America/Chicago),Number,Type,For receipt,Lead ID,Amount (USD)',
    `2025-12-31 21:30:00,R-000042,Receipt,,${line.leadId},80.00`,
    `2025-12-31 21:30:00,CN-000003,Credit note,R-000042,${line.leadId},-80.00`,
    '',
  ]);
});
