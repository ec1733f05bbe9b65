/** One address is one account, however it is written. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** Nothing and blanks are the same: not given. */
export const orNull = (text: string | null | undefined): string | null => text?.trim() || null;
