/** Counting stops here, so that it takes milliseconds however long the list is. */
export const MAX_ATTENTION = 1_000;
