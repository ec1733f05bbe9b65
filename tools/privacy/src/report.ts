import type { Erasure } from './erase-consumer.js';

/** Says what was removed, what is kept, and why. */
export function describeErasure({
  anonymized,
  contentsRemoved,
  consentRecordsKept,
  unfinished,
}: Erasure): string[] {
  return [
    `Anonymized: ${anonymized} leads (name, email, phone, ZIP code, notes of agents, search texts, references).`,
    `Removed: the contents of ${contentsRemoved} deliveries.`,
    'Suppressed: this person is not bought again for 365 days. Only hashes of the address and number are kept for this.',
    `Kept: name, phone and proof of consent of ${consentRecordsKept} of these leads, for five years, because the law asks for it.`,
    'Kept: offers and payments, for bookkeeping. They hold ids and amounts, and nothing about the person.',
    'Not in this system: emails that agents have already received.',
    ...(unfinished.length === 0
      ? []
      : [
          `Unfinished: ${unfinished.length} leads are being charged or delivered. Run the command again later.`,
        ]),
  ];
}
