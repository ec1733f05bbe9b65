/** Longest period of a report, in days: two years, one of them a leap year. */
export const REPORT_DAYS_MAX = 731;
/** The leads that the median time to first contact covers: at most this many, contacted within this many days. */
export const CONTACT_SPEED = { leads: 1_000, days: 90 } as const;
