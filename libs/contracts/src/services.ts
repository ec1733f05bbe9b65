export const serviceNames = ['accounts', 'billing', 'lead-router', 'notifier'] as const;

/** A service that owns tables and handles messages. The gateway only sends commands, so it is not one. */
export type ServiceName = (typeof serviceNames)[number];

/** Every process that sends messages. */
export const senderNames = ['gateway', ...serviceNames] as const;
export type SenderName = (typeof senderNames)[number];
