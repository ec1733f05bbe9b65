/** Why a consumer could not process an event. An outage of something it depends on is not counted as a failure. */
export const failureKinds = ['handler-failed', 'unreadable', 'process-lost'] as const;
export type FailureKind = (typeof failureKinds)[number];

/** Per service. The newest failures come first. */
export const MAX_LISTED_FAILED_MESSAGES = 50;
