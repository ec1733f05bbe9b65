/** The outcome of a received lead for one buyer; the first that applies. */
export const leadOutcomes = [
  'yours',
  'states',
  'leadTypes',
  'assetBands',
  'ageRanges',
  'paused',
  'card',
  'daily-limit',
  'budget',
  'hours',
  'others',
] as const;
export type LeadOutcome = (typeof leadOutcomes)[number];
export const REPORT_DAYS = 7;
/** Only the newest leads are read, so that the report stays fast. */
export const REPORT_MAX_LEADS = 10_000;
