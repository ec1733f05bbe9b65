import { pipeline } from 'node:stream/promises';
import { type DocumentAnswer, formatDocumentNumber } from '@desk/contracts';
import type { Response } from 'express';
import { createDocumentPdf } from './pdf/document-pdf.js';

export async function sendDocument(document: DocumentAnswer, response: Response): Promise<void> {
  response.attachment(`${document.kind}-${formatDocumentNumber(document)}.pdf`);
  await pipeline(createDocumentPdf(document), response);
}
