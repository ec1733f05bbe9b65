/** Ties an encrypted subscription to its row: see `DataCipher`. */
export const toSubscriptionPurpose = (browserId: string): string =>
  `push_subscriptions.settings ${browserId}`;
