/** After this many delivery pauses within `DELIVERY_PAUSE_WINDOW_DAYS`, only an admin can resume service (ADR 7). */
export const MAX_DELIVERY_PAUSES = 3;
export const DELIVERY_PAUSE_WINDOW_DAYS = 7;

/**
 * A new buyer with this many undelivered leads gets no more leads for now (ADR 7). Accounts that are tied to one
 * another count as one buyer.
 */
export const NEW_BUYER_UNDELIVERED_LEADS = 1;
/** Each time this many leads of an account are delivered, one more may be undelivered. */
export const DELIVERED_LEADS_PER_UNDELIVERED = 10;
/** The most undelivered leads that one account can earn in this way. */
export const MAX_MORE_UNDELIVERED_LEADS = 4;
