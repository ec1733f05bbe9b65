import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brand, type DocumentAnswer } from '@desk/contracts';
import PDFDocument from 'pdfkit';

const { resolve } = createRequire(import.meta.url);
const readFont = (weight: string): Buffer =>
  readFileSync(resolve(`source-sans/TTF/SourceSans3-${weight}.ttf`));

/** The site's typeface. It covers Latin, Greek and Cyrillic; fonts built into PDF readers cover only Western Europe. */
export const fonts = { regular: readFont('Regular'), bold: readFont('Semibold') } as const;

/** US Letter, in points. */
export const page = { width: 612, height: 792, margin: 54 } as const;
export const contentWidth = page.width - 2 * page.margin;

/** Close to the site's palette. */
export const ink = { text: '#1b1f1d', muted: '#5c635f', line: '#d8d5cb', brand: '#14543c' } as const;

export const size = { small: 9, text: 10.5, title: 22 } as const;

export type Pdf = InstanceType<typeof PDFDocument>;

const FOOTER_HEIGHT = 30;

/** Starts a document with our fonts. The caller pipes it and ends it. */
export function createPdf(title: string): Pdf {
  const pdf = new PDFDocument({
    size: 'LETTER',
    margins: {
      top: page.margin,
      left: page.margin,
      right: page.margin,
      bottom: page.margin + FOOTER_HEIGHT,
    },
    info: { Title: title, Author: brand },
    lang: 'en-US',
    displayTitle: true,
    autoFirstPage: false,
  });
  pdf.registerFont('regular', fonts.regular);
  pdf.registerFont('bold', fonts.bold);
  return pdf;
}

export const write = (
  pdf: Pdf,
  text: string,
  {
    x = page.margin,
    y,
    width = contentWidth,
    bold = false,
    color = ink.text,
    fontSize = size.text,
    align = 'left',
    oneLine = false,
  }: {
    x?: number;
    y: number;
    width?: number;
    bold?: boolean;
    color?: string;
    fontSize?: number;
    align?: 'left' | 'right';
    oneLine?: boolean;
  },
): number => {
  pdf
    .font(bold ? 'bold' : 'regular')
    .fontSize(fontSize)
    .fillColor(color);
  pdf.text(text, x, y, {
    width,
    align,
    ...(oneLine ? { height: fontSize * 1.3, ellipsis: true, lineBreak: true } : {}),
  });
  return pdf.y;
};

export function drawRule(pdf: Pdf, y: number, color: string = ink.line): void {
  pdf
    .moveTo(page.margin, y)
    .lineTo(page.width - page.margin, y)
    .lineWidth(0.75)
    .strokeColor(color)
    .stroke();
}

/** A line at the foot of the page. Written below the margin, so pdfkit must not start another page for it. */
export function writeFooter(pdf: Pdf, text: string): void {
  const { bottom } = pdf.page.margins;
  pdf.page.margins.bottom = 0;
  write(pdf, text, { y: page.height - page.margin - size.small, color: ink.muted, fontSize: size.small });
  pdf.page.margins.bottom = bottom;
}

export type BilledTo = DocumentAnswer['billedTo'];

const COLUMN_WIDTH = contentWidth / 2 - 12;

/** Writes lines below each other and returns where they end. */
const writeLines = (pdf: Pdf, lines: readonly string[], x: number, y: number): number =>
  lines.reduce((top, line) => write(pdf, line, { x, y: top, width: COLUMN_WIDTH, color: ink.muted }) + 1, y);

/** Writes who bills whom, and the title. Returns where the content begins. */
export function writeLetterhead(
  pdf: Pdf,
  { title, business, billedTo }: Pick<DocumentAnswer, 'business' | 'billedTo'> & { title: string },
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

/** Formats as 'Jan 5, 2026, 2:30 PM', with plain spaces instead of the narrow ones that `Intl` writes. */
const format = (options: Intl.DateTimeFormatOptions) => (instant: string | number, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(instant)).replaceAll(/\s/g, ' ');

export const formatDateTime = format({ dateStyle: 'medium', timeStyle: 'short' });
const formatUtcMonth = format({ month: 'long', year: 'numeric' });

/** '2026-03' → 'March 2026'. */
export const formatMonth = (month: string): string => formatUtcMonth(`${month}-15T00:00:00.000Z`, 'UTC');
