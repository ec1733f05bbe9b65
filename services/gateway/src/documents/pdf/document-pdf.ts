import {
  type DocumentAnswer,
  type DocumentKind,
  documentLabels,
  formatAmount,
  formatDocumentNumber,
} from '@desk/contracts';
import {
  contentWidth,
  createPdf,
  drawRule,
  formatDateTime,
  ink,
  page,
  type Pdf,
  write,
  writeFooter,
  writeLetterhead,
} from './layout.js';

const LABEL_WIDTH = 130;

interface Wording {
  readonly numberLabel: string;
  readonly timeLabel: string;
  readonly how: readonly [label: string, value: string];
  readonly item: string;
  readonly totalLabel: string;
}

const wordings: Readonly<Record<DocumentKind, Wording>> = {
  receipt: {
    numberLabel: 'Receipt number',
    timeLabel: 'Paid',
    how: ['Payment method', 'Card'],
    item: 'Exclusive annuity lead',
    totalLabel: 'Total paid',
  },
  'credit-note': {
    numberLabel: 'Credit note number',
    timeLabel: 'Refunded',
    how: ['Payment method', 'Returned to the card that was charged'],
    item: 'Refund of an exclusive annuity lead',
    totalLabel: 'Total refunded',
  },
  reversal: {
    numberLabel: 'Reversal number',
    timeLabel: 'Refund failed',
    how: ['Reason', "The card's bank returned the refund, so the lead counts as paid again"],
    item: 'Refund that did not reach the card',
    totalLabel: 'Total reversed',
  },
};

const toRows = (document: DocumentAnswer): readonly (readonly [label: string, value: string])[] => {
  const { numberLabel, timeLabel, how } = wordings[document.kind];
  const { receiptNumber } = document;
  return [
    [numberLabel, formatDocumentNumber(document)],
    ...(receiptNumber === null
      ? []
      : [['For receipt', formatDocumentNumber({ kind: 'receipt', number: receiptNumber })] as const]),
    [timeLabel, formatDateTime(document.occurredAt, document.timeZone)],
    how,
    ['Payment ID', document.stripePaymentIntentId],
    ['Lead ID', document.leadId],
  ];
};

/** Returns a one-page receipt, credit note or reversal. It names the lead by id only. */
export function createDocumentPdf(document: DocumentAnswer): Pdf {
  const title = `${documentLabels[document.kind]} ${formatDocumentNumber(document)}`;
  const pdf = createPdf(title);
  pdf.addPage();
  let y = writeLetterhead(pdf, { title: documentLabels[document.kind], ...document });
  const { item, totalLabel } = wordings[document.kind];
  const amount = formatAmount(document.amountCents);
  for (const [label, value] of toRows(document)) {
    write(pdf, label, { y, width: LABEL_WIDTH, color: ink.muted });
    y = write(pdf, value, { x: page.margin + LABEL_WIDTH, y, width: contentWidth - LABEL_WIDTH }) + 5;
  }
  y += 16;
  write(pdf, 'Description', { y, bold: true, width: contentWidth / 2 });
  y = write(pdf, 'Amount (USD)', { y, bold: true, align: 'right' }) + 6;
  drawRule(pdf, y);
  y += 8;
  write(pdf, item, { y, width: contentWidth * 0.7 });
  y = write(pdf, amount, { y, align: 'right' }) + 8;
  drawRule(pdf, y);
  y += 10;
  write(pdf, totalLabel, { y, bold: true, fontSize: 13, width: contentWidth * 0.7 });
  write(pdf, amount, { y, bold: true, fontSize: 13, align: 'right' });
  const issued = formatDateTime(document.issuedAt, document.timeZone);
  writeFooter(pdf, `${title}, issued ${issued}. Times are in ${document.timeZone}.`);
  pdf.end();
  return pdf;
}
