export const deliveryStates = ['queued', 'sent', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const deliveryAttemptResults = ['accepted', 'temporary', 'permanent'] as const;

/** Deliveries that one request to send many again handles. The page repeats it. */
export const RESEND_BATCH_SIZE = 25;
/** Deliveries that an admin can have sent again with one click. */
export const RESEND_MAX = 1_000;
