/** A receipt is issued for each purchase, a credit note for each refund. Each kind has numbers of its own, without gaps. */
export const documentKinds = ['receipt', 'credit-note'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const documentLabels: Readonly<Record<DocumentKind, string>> = {
  receipt: 'Receipt',
  'credit-note': 'Credit note',
};
const prefixes: Readonly<Record<DocumentKind, string>> = { receipt: 'R', 'credit-note': 'CN' };

/** The number as printed: `R-000042`. */
export const formatDocumentNumber = ({ kind, number }: { kind: DocumentKind; number: number }): string =>
  `${prefixes[kind]}-${String(number).padStart(6, '0')}`;

export const DOCUMENTS_PAGE_SIZE = 10;
export const DOCUMENTS_PAGE_MAX = 500;
