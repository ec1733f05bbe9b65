/** Returns the form in which an email address is stored and compared: one address is one account. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** Trims optional text. Missing and blank text both become null. */
export const trimToNull = (text: string | null | undefined): string | null => text?.trim() || null;
