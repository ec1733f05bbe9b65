import { brand } from '@desk/contracts';
import PDFDocument from 'pdfkit';
import { fonts } from './fonts.js';
import { contentWidth, ink, page, size } from './page-style.js';

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
