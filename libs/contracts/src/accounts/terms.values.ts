/** The Terms of Service that are published now. Change both together with the text. */
export const TERMS_VERSION = '2025-10';
export const TERMS_UPDATED = 'October 2025';
