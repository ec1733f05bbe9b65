import { buffer } from 'node:stream/consumers';
import type { DocumentAnswer } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { createDocumentPdf } from './document-pdf.js';
import { StatementPdf } from './statement-pdf.js';

const idOf = (digit: number) => `0191e1a0-0000-7000-8000-00000000000${digit}`;
const receipt: DocumentAnswer = {
  id: idOf(9),
  kind: 'receipt',
  number: 42,
  userId: idOf(3),
  leadId: idOf(2),
  amountCents: 8_000,
  occurredAt: '2026-01-05T14:30:00.000Z',
  issuedAt: '2026-01-05T14:30:01.000Z',
  receiptNumber: null,
  stripePaymentIntentId: 'pi_3Nq',
  business: { name: 'Desk LLC', addressLines: ['1 Main Street', 'Austin, TX 78701'], taxId: null },
  billedTo: { name: 'Łukasz Παπαδόπουλος Иванов', companyName: 'A very long company name '.repeat(4).trim() },
  timeZone: 'America/Chicago',
};
const { business, billedTo, timeZone } = receipt;

const read = async (pdf: AsyncIterable<Uint8Array>) => (await buffer(pdf)).toString('latin1');
const countPages = (pdf: string) => [...pdf.matchAll(/\/Type \/Page\b/g)].length;

const readStatement = (lines: number): Promise<string> => {
  const statement = new StatementPdf({
    month: '2026-01',
    timeZone,
    business,
    billedTo,
    createdAt: '2026-01-20T14:30:01.000Z',
    isOpen: true,
  });
  const text = read(statement.pdf);
  for (let line = 1; line <= lines; line += 1) statement.addLine({ ...receipt, number: line });
  statement.end();
  return text;
};

describe('documents', () => {
  it.each([
    ['receipt', receipt],
    ['credit note', { ...receipt, kind: 'credit-note', receiptNumber: 42 } as const],
    ['reversal', { ...receipt, kind: 'reversal', receiptNumber: 42 } as const],
  ])('sets a %s on one page, with embedded fonts whose text can be selected', async (_name, document) => {
    const pdf = await read(createDocumentPdf(document));
    expect(pdf.startsWith('%PDF-1.')).toBe(true);
    expect(countPages(pdf)).toBe(1);
    expect(pdf).toContain('/FontFile2');
    expect(pdf).toContain('/ToUnicode');
  });

  it('continues a statement on further pages, and keeps its totals together', async () => {
    const pages = new Map<number, number>();
    for (const lines of [0, 1, 20, 29, 30, 70]) pages.set(lines, countPages(await readStatement(lines)));
    expect(Object.fromEntries(pages)).toEqual({ 0: 1, 1: 1, 20: 1, 29: 2, 30: 2, 70: 3 });
  });
});
