/** Where counting stops, so that it takes milliseconds however much waits. */
export const MAX_ATTENTION = 1_000;
