/** `unknown`: the provider's answer was lost; the charge is looked up until it is known. */
export const purchaseStates = ['pending', 'unknown', 'succeeded', 'failed', 'refunded'] as const;
export type PurchaseState = (typeof purchaseStates)[number];
/** What every id of a payment at the card provider begins with. */
export const PAYMENT_ID_START = 'pi_';
