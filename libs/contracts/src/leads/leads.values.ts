export const leadTypes = ['Fixed', 'Indexed', 'MYGA'] as const;
export const ageRanges = ['55-60', '61-65', '66-70', '71-75', '76+'] as const;
export const assetBands = ['$100K-$250K', '$250K-$500K', '$500K-$1M', '$1M+'] as const;
export const purchaseTimelines = ['0-3 months', '3-6 months', '6-12 months', '12+ months'] as const;
export const leadStates = ['available', 'reserved', 'sold', 'expired'] as const;
export const offerStates = ['open', 'charged', 'declined', 'released'] as const;
export type LeadState = (typeof leadStates)[number];
export type OfferState = (typeof offerStates)[number];
/** The states, D.C., the territories, and the armed forces abroad, by the codes of the US Postal Service. */
// prettier-ignore
export const usStates = [
  'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY',
  'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH',
  'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY',
  'PR', 'VI', 'GU', 'AS', 'MP', 'AA', 'AE', 'AP',
] as const;
/** Longest `reference` that a funnel can post, in characters. */
export const REFERENCE_MAX = 75;
/** The most values that a post may have besides the fields of a lead. */
export const MAX_EXTRAS = 50;
export const EXTRA_NAME_MAX = 100;
export const EXTRA_VALUE_MAX = 1_000;

/**
 * The result of the look-up of a lead's phone number. Only a number that a carrier has assigned to a line is verified.
 */
export const phoneChecks = [
  'Verified mobile',
  'Verified landline',
  'Verified VoIP',
  'Verified, other line',
  'Not verified',
] as const;
export type PhoneCheck = (typeof phoneChecks)[number];
