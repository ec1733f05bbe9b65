/** Shown with the new secret of a webhook. */
export const SECRET_PURPOSE = 'With it, your server can check that a lead really comes from us.';
