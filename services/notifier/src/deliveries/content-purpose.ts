/** Ties an encrypted content to its delivery: see `DataCipher`. */
export const toContentPurpose = (deliveryId: string): string => `deliveries.content ${deliveryId}`;
