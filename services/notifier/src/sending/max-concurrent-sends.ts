/** Messages that one process sends at the same time, and so the most connections it opens to the mail server. */
export const MAX_CONCURRENT_SENDS = 8;
