/** A succeeded payment, as our database or the provider records it. */
export interface Payment {
  readonly intentId: string;
  readonly offerId: string;
  readonly amountCents: number;
  readonly refundedCents: number;
}

/** `from` is included, `to` is not. Undefined is no limit. */
export interface Window {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}
