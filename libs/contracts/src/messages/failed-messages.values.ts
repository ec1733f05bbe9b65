/** Why a consumer could not process an event, other than that something it depends on was down. */
export const failureKinds = ['handler-failed', 'unreadable', 'process-lost'] as const;
export type FailureKind = (typeof failureKinds)[number];

/** Per service. The newest failures come first. */
export const MAX_LISTED_FAILED_MESSAGES = 50;
