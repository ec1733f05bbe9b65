/** `unknown`: the provider's response was lost; the charge is read until its outcome is known. */
export const purchaseStates = ['pending', 'unknown', 'succeeded', 'failed', 'refunded'] as const;
export type PurchaseState = (typeof purchaseStates)[number];
/** Prefix of payment intent ids at the card provider. */
export const PAYMENT_ID_START = 'pi_';
