/**
 * What makes a declined card usable again: charging it once more, its owner's confirmation with the bank, or only
 * another card.
 */
export const cardRecoveries = ['retry', 'authenticate', 'replace'] as const;
export type CardRecovery = (typeof cardRecoveries)[number];

/** How many days before a card expires its owner gets an email. */
export const cardExpiryNoticeDays = [30, 7] as const;
