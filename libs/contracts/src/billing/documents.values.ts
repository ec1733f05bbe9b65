/**
 * A purchase that succeeded gets a receipt, a refund that succeeded a credit note, and one that failed afterwards a
 * reversal, too. Each kind has numbers of its own, without gaps.
 */
export const documentKinds = ['receipt', 'credit-note', 'reversal'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const documentLabels: Readonly<Record<DocumentKind, string>> = {
  receipt: 'Receipt',
  'credit-note': 'Credit note',
  reversal: 'Credit note reversal',
};
const prefixes: Readonly<Record<DocumentKind, string>> = {
  receipt: 'R',
  'credit-note': 'CN',
  reversal: 'RV',
};

/** The number as printed: `R-000042`. */
export const formatDocumentNumber = ({ kind, number }: { kind: DocumentKind; number: number }): string =>
  `${prefixes[kind]}-${String(number).padStart(6, '0')}`;

/** The amount as it counts in a statement: what went back to the card is negative. */
export const toSignedCents = ({ kind, amountCents }: { kind: DocumentKind; amountCents: number }): number =>
  kind === 'credit-note' ? -amountCents : amountCents;

export const DOCUMENTS_PAGE_SIZE = 10;
export const DOCUMENTS_PAGE_MAX = 500;
