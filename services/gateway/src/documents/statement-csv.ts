import { type BillingDocument, documentLabels, formatDocumentNumber, toDecimal } from '@desk/contracts';
import { stringify, type Stringifier } from 'csv-stringify';

/** Writes a statement as a spreadsheet, with times in `timeZone`. Refunds are negative, so that the amounts add up. */
export function statementCsv(timeZone: string): {
  readonly sheet: Stringifier;
  readonly row: (line: BillingDocument) => string[];
} {
  // The Swedish locale writes ISO 8601, which every spreadsheet reads as a time.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return {
    sheet: stringify({
      header: true,
      columns: [`Date (${timeZone})`, 'Number', 'Type', 'For receipt', 'Lead ID', 'Amount (USD)'],
      bom: true,
      record_delimiter: 'windows',
    }),
    row: (line) => [
      format.format(new Date(line.occurredAt)),
      formatDocumentNumber(line),
      documentLabels[line.kind],
      line.receiptNumber === null
        ? ''
        : formatDocumentNumber({ kind: 'receipt', number: line.receiptNumber }),
      line.leadId,
      `${line.kind === 'credit-note' ? '-' : ''}${toDecimal(line.amountCents)}`,
    ],
  };
}
