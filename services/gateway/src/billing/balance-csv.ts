import { type BalanceAmounts, type BalanceReport, toDecimal } from '@desk/contracts';
import { stringify, type Stringifier } from 'csv-stringify';

const toSignedDecimal = (cents: number): string => `${cents < 0 ? '-' : ''}${toDecimal(Math.abs(cents))}`;

const toCells = (amounts: BalanceAmounts): string[] => [
  String(amounts.charges),
  toSignedDecimal(amounts.chargesCents),
  String(amounts.refunds),
  toSignedDecimal(amounts.refundsCents),
  String(amounts.disputes),
  toSignedDecimal(amounts.disputesCents),
  amounts.feesCents === null ? '' : toSignedDecimal(amounts.feesCents),
  toSignedDecimal(amounts.netCents),
];

/** Writes a balance report as a spreadsheet: a row per day, then the totals. */
export function balanceCsv({ timeZone, days, totals }: BalanceReport): {
  readonly sheet: Stringifier;
  readonly rows: readonly string[][];
} {
  return {
    sheet: stringify({
      header: true,
      columns: [
        `Day (${timeZone})`,
        ...['Charges', 'Charged (USD)', 'Refunds', 'Refunded (USD)', 'Disputes', 'Disputed (USD)'],
        ...['Fees (USD)', 'Net (USD)'],
      ],
      bom: true,
      record_delimiter: 'windows',
    }),
    rows: [...days.map(({ day, ...amounts }) => [day, ...toCells(amounts)]), ['Total', ...toCells(totals)]],
  };
}
