export const deliveryStates = ['queued', 'sent', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const deliveryAttemptResults = ['accepted', 'temporary', 'permanent'] as const;

/** The most deliveries that one request sends again. The page repeats the request until all are sent. */
export const RESEND_BATCH_SIZE = 25;
/** Deliveries that an admin can have sent again with one click. */
export const RESEND_MAX = 1_000;
