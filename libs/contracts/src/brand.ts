/** Product name, shown on pages and documents, in messages and in authenticator apps. */
export const brand = 'Annuity Desk';
