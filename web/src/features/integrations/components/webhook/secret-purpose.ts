/** What a person who gets the secret of a webhook is told. */
export const SECRET_PURPOSE = 'With it, your server can check that a lead really comes from us.';
