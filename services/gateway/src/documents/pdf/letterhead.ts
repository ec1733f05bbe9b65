import type { Business } from '@desk/contracts';
import { type Pdf, drawRule, write } from './layout.js';
import { contentWidth, ink, page, size } from './page-style.js';

export interface BilledTo {
  readonly name: string;
  readonly companyName: string | null;
}

const COLUMN_WIDTH = contentWidth / 2 - 12;

/** Writes lines below each other and returns where they end. */
const writeLines = (pdf: Pdf, lines: readonly string[], x: number, y: number): number =>
  lines.reduce((top, line) => write(pdf, line, { x, y: top, width: COLUMN_WIDTH, color: ink.muted }) + 1, y);

/** Writes who bills whom, and the title. Returns where the content begins. */
export function writeLetterhead(
  pdf: Pdf,
  { title, business, billedTo }: { title: string; business: Business; billedTo: BilledTo },
): number {
  const left = page.margin;
  const right = page.margin + contentWidth / 2 + 12;
  const titleEnd = write(pdf, title, { y: page.margin, bold: true, fontSize: size.title, color: ink.brand });
  const top = titleEnd + 18;
  const nameEnd = write(pdf, business.name, { x: left, y: top, width: COLUMN_WIDTH, bold: true });
  const businessEnd = writeLines(
    pdf,
    [...business.addressLines, ...(business.taxId === null ? [] : [`Tax ID ${business.taxId}`])],
    left,
    nameEnd + 1,
  );
  const labelEnd = write(pdf, 'Billed to', { x: right, y: top, width: COLUMN_WIDTH, bold: true });
  const { companyName, name } = billedTo;
  const billedEnd = writeLines(
    pdf,
    [companyName, name].filter((line): line is string => line !== null && line !== ''),
    right,
    labelEnd + 1,
  );
  const end = Math.max(businessEnd, billedEnd) + 16;
  drawRule(pdf, end, ink.brand);
  return end + 18;
}
