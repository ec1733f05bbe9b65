import { type DocumentAnswer, documentLabels, formatAmount, formatDocumentNumber } from '@desk/contracts';
import { createPdf, drawRule, type Pdf, write, writeFooter } from './layout.js';
import { writeLetterhead } from './letterhead.js';
import { contentWidth, ink, page } from './page-style.js';
import { formatDateTime } from './print-dates.js';

const LABEL_WIDTH = 130;

const describe = ({ kind, amountCents, receiptNumber, ...document }: DocumentAnswer) => {
  const isReceipt = kind === 'receipt';
  const time = formatDateTime(document.occurredAt, document.timeZone);
  return {
    rows: [
      [isReceipt ? 'Receipt number' : 'Credit note number', formatDocumentNumber({ kind, ...document })],
      ...(receiptNumber === null
        ? []
        : [['For receipt', formatDocumentNumber({ kind: 'receipt', number: receiptNumber })] as const]),
      [isReceipt ? 'Paid' : 'Refunded', time],
      ['Payment method', isReceipt ? 'Card' : 'Returned to the card that was charged'],
      ['Payment ID', document.stripePaymentIntentId],
      ['Lead ID', document.leadId],
    ] as const,
    item: isReceipt ? 'Exclusive annuity lead' : 'Refund of an exclusive annuity lead',
    totalLabel: isReceipt ? 'Total paid' : 'Total refunded',
    amount: formatAmount(amountCents),
  };
};

/** Returns a receipt or credit note of one page. It names the lead by id only. */
export function documentPdf(document: DocumentAnswer): Pdf {
  const title = `${documentLabels[document.kind]} ${formatDocumentNumber(document)}`;
  const pdf = createPdf(title);
  pdf.addPage();
  let y = writeLetterhead(pdf, { title: documentLabels[document.kind], ...document });
  const { rows, item, totalLabel, amount } = describe(document);
  for (const [label, value] of rows) {
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
