export const WEBHOOK_URL_MAX = 2_000;

/** How long messages are still signed with a secret after another one replaced it. */
export const PREVIOUS_SECRET_HOURS = 24;
