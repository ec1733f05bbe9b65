import { refundedLead, soldLead, withoutReceipts } from './sale-rows.js';

/** The planted rows, and the invariant that must find them. */
export type Planted = [
  invariant: string,
  rows: string,
  planted: readonly string[],
  alsoViolated?: readonly string[],
];

export const receiptRows: readonly Planted[] = [
  ['receipt-per-purchase', 'a payment without a receipt', [...soldLead, ...withoutReceipts]],
  [
    'receipt-per-purchase',
    'a payment that waits for its receipt',
    [...soldLead, ...withoutReceipts, 'UPDATE billing.purchases SET has_receipt = false'],
    ['nothing-stuck'],
  ],
  [
    'receipt-per-purchase',
    'a receipt of another amount',
    [...soldLead, 'UPDATE billing.documents SET amount = 79'],
  ],
  [
    'receipt-per-purchase',
    'a gap between numbers',
    [
      ...soldLead,
      'UPDATE billing.documents SET number = 2',
      "UPDATE billing.document_numbers SET last = 2 WHERE kind = 'receipt'",
    ],
  ],
  [
    'receipt-per-purchase',
    'a number that was given to no receipt',
    [...soldLead, "UPDATE billing.document_numbers SET last = 2 WHERE kind = 'receipt'"],
  ],
  [
    'nothing-stuck',
    'a refund that has not reached the card provider',
    [
      ...soldLead,
      `INSERT INTO billing.refunds (id, purchase_id, amount, status, reason)
       SELECT gen_random_uuid(), id, amount, 'requested', 'goodwill' FROM billing.purchases`,
    ],
  ],
  [
    'credit-note-per-refund',
    'a refund without a credit note',
    [
      ...refundedLead,
      "DELETE FROM billing.documents WHERE kind = 'credit-note'",
      "UPDATE billing.document_numbers SET last = 0 WHERE last = 1 AND kind <> 'receipt'",
    ],
  ],
  [
    'credit-note-per-refund',
    'a credit note for another receipt',
    [...refundedLead, 'UPDATE billing.documents SET receipt_number = 2 WHERE receipt_number = 1'],
  ],
  [
    'credit-note-per-refund',
    'a credit note of another amount',
    [...refundedLead, "UPDATE billing.documents SET amount = 79 WHERE kind = 'credit-note'"],
  ],
  [
    'credit-note-per-refund',
    'a number that was given to no credit note',
    [...refundedLead, "UPDATE billing.document_numbers SET last = 2 WHERE kind = 'credit-note'"],
  ],
  [
    'nothing-stuck',
    'an event of the card provider that was not processed',
    [
      `INSERT INTO billing.provider_events (event_id, type, summary, received_at)
       VALUES ('evt_1', 'charge.refunded', '{}', now())`,
    ],
  ],
  [
    'credit-note-per-refund',
    'a refund that failed later and was not reversed',
    [...refundedLead, "UPDATE billing.refunds SET status = 'failed', ended_at = now(), has_reversal = true"],
    // The failed refund gives nothing back, but the payment still counts as refunded.
    ['refunds-add-up'],
  ],
];
