/** The name that visitors, mails and statements show. */
export const brand = 'Annuity Desk';
