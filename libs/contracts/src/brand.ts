/** Product name shown to visitors, in emails and on card statements. */
export const brand = 'Annuity Desk';
