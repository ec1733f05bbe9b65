import {
  type BillingDocument,
  documentLabels,
  type DocumentTotals,
  formatDocumentNumber,
  formatSignedAmount,
  type StatementAnswer,
  toSignedCents,
} from '@desk/contracts';
import {
  type BilledTo,
  contentWidth,
  createPdf,
  drawRule,
  formatDateTime,
  formatMonth,
  ink,
  page,
  type Pdf,
  size,
  write,
  writeFooter,
  writeLetterhead,
} from './layout.js';

export interface Statement extends Omit<StatementAnswer, 'totals'> {
  readonly billedTo: BilledTo;
  readonly createdAt: string;
  /** Whether the month is still going on. */
  readonly isOpen: boolean;
}

const totalNames = { receipt: 'receipts', 'credit-note': 'creditNotes', reversal: 'reversals' } as const;
const ROW_HEIGHT = 17;
const TOTALS_HEIGHT = 100;
const columns = [
  { header: 'Date', x: 0, width: 114 },
  { header: 'Number', x: 114, width: 64 },
  { header: 'Type', x: 180, width: 92 },
  { header: 'Lead ID', x: 272, width: 176 },
  { header: 'Amount', x: 448, width: contentWidth - 448, align: 'right' },
] as const;

function writeRow(pdf: Pdf, y: number, cells: readonly string[], bold = false): void {
  columns.forEach((column, index) => {
    write(pdf, cells[index] ?? '', {
      x: page.margin + column.x,
      y,
      width: column.width,
      bold,
      fontSize: size.small,
      align: 'align' in column ? column.align : 'left',
      oneLine: true,
    });
  });
}

const writeHeader = (pdf: Pdf, y: number): number => {
  writeRow(
    pdf,
    y,
    columns.map(({ header }) => header),
    true,
  );
  drawRule(pdf, y + ROW_HEIGHT - 3);
  return y + ROW_HEIGHT + 2;
};

const toCells = (line: BillingDocument, timeZone: string): string[] => [
  formatDateTime(line.occurredAt, timeZone),
  formatDocumentNumber(line),
  documentLabels[line.kind],
  line.leadId,
  formatSignedAmount(toSignedCents(line)),
];

function writeTotals(pdf: Pdf, top: number, totals: DocumentTotals): void {
  const { receipts, receiptsCents, creditNotes, creditNotesCents, reversals, reversalsCents } = totals;
  const rows = [
    [`Leads bought (${receipts})`, receiptsCents, false],
    [`Refunds (${creditNotes})`, -creditNotesCents, false],
    ...(reversals === 0 ? [] : [[`Refunds that failed (${reversals})`, reversalsCents, false] as const]),
    ['Total', receiptsCents - creditNotesCents + reversalsCents, true],
  ] as const;
  let y = top;
  for (const [label, cents, bold] of rows) {
    write(pdf, label, { y, bold, width: contentWidth * 0.7 });
    y = write(pdf, formatSignedAmount(cents), { y, bold, align: 'right' }) + 4;
  }
}

/** Writes a statement page by page, as its lines arrive. The totals come last: they add up the lines that were printed. */
export class StatementPdf {
  readonly pdf: Pdf;
  private y = 0;
  private pages = 0;
  private readonly totals = {
    receipts: 0,
    receiptsCents: 0,
    creditNotes: 0,
    creditNotesCents: 0,
    reversals: 0,
    reversalsCents: 0,
  };

  constructor(private readonly statement: Statement) {
    this.pdf = createPdf(`Statement ${formatMonth(statement.month)}`);
    this.addPage();
    const { month, isOpen, business, billedTo } = statement;
    const title = `Statement ${formatMonth(month)}${isOpen ? ', to date' : ''}`;
    this.y = writeLetterhead(this.pdf, { title, business, billedTo });
    this.y = writeHeader(this.pdf, this.y);
  }

  addLine(line: BillingDocument): void {
    if (!this.fits(ROW_HEIGHT)) {
      this.addPage();
      this.y = writeHeader(this.pdf, page.margin);
    }
    this.count(line);
    writeRow(this.pdf, this.y, toCells(line, this.statement.timeZone));
    this.y += ROW_HEIGHT;
  }

  end(): void {
    const { receipts, creditNotes, reversals } = this.totals;
    if (receipts + creditNotes + reversals === 0)
      this.y = write(this.pdf, 'Nothing was bought or refunded in this month.', {
        y: this.y,
        color: ink.muted,
      });
    if (!this.fits(TOTALS_HEIGHT)) {
      this.addPage();
      this.y = page.margin;
    }
    drawRule(this.pdf, this.y + 4, ink.brand);
    writeTotals(this.pdf, this.y + 14, this.totals);
    this.pdf.end();
  }

  private fits(height: number): boolean {
    return this.y + height <= page.height - this.pdf.page.margins.bottom;
  }

  private count({ kind, amountCents }: BillingDocument): void {
    const name = totalNames[kind];
    this.totals[name] += 1;
    this.totals[`${name}Cents`] += amountCents;
  }

  private addPage(): void {
    this.pdf.addPage();
    this.pages += 1;
    const { timeZone, createdAt } = this.statement;
    const created = formatDateTime(createdAt, timeZone);
    writeFooter(
      this.pdf,
      `Page ${this.pages}. Created ${created}. The month and all times are in ${timeZone}.`,
    );
  }
}
