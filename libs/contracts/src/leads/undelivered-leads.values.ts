/**
 * With so many leads that no channel could deliver so far, a new buyer gets no more of them (ADR 7). Accounts tied to one
 * another count as one buyer.
 */
export const NEW_BUYER_UNDELIVERED_LEADS = 1;
/** For so many delivered leads of an account there may be one more that is undelivered. */
export const DELIVERED_LEADS_PER_UNDELIVERED = 10;
/** Most that one account earns in this way. */
export const MAX_MORE_UNDELIVERED_LEADS = 4;
