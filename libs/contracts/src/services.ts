export const serviceNames = ['accounts', 'billing', 'lead-router', 'notifier'] as const;

/** A service that owns tables and handles messages. The gateway only asks, so it is none of these. */
export type ServiceName = (typeof serviceNames)[number];
