/**
 * `requested`: ours, and not known to have reached the card provider. `pending`: the provider has it, and the money is on
 * its way. A refund that succeeded can still fail days later, when the card's bank returns the money. `canceled`: it moved
 * no money, because the payment had been given back another way or the provider stopped it.
 */
export const refundStates = ['requested', 'pending', 'succeeded', 'failed', 'canceled'] as const;
export type RefundState = (typeof refundStates)[number];

/** Reasons that an admin can choose. Agents can demand the first two (terms, "All sales are final"). */
export const adminRefundReasons = ['duplicate-charge', 'not-delivered', 'goodwill'] as const;
export type AdminRefundReason = (typeof adminRefundReasons)[number];

/** `undeliverable`: requested by us when every channel had failed for good. `made-at-provider`: not requested by us. */
export const refundReasons = [...adminRefundReasons, 'undeliverable', 'made-at-provider'] as const;
export type RefundReason = (typeof refundReasons)[number];

/** Why the money for a lead went back to the card. */
export const moneyBackReasons = [...refundReasons, 'dispute-lost'] as const;
export type MoneyBackReason = (typeof moneyBackReasons)[number];

export const REFUND_NOTE_MAX = 500;
