import type { Intent } from '../faults/sandbox-control.js';

/** Returns offers with more than one intent that has moved money or still could. */
export function findDuplicateIntents(intents: readonly Intent[]): object[] {
  const live = intents.filter(({ status, metadata }) => status !== 'canceled' && metadata.offer_id);
  return [...Map.groupBy(live, ({ metadata }) => metadata.offer_id)]
    .filter(([, ofOffer]) => ofOffer.length > 1)
    .map(([offer, ofOffer]) => ({ offer, intents: ofOffer.map(({ id, status }) => `${id} ${status}`) }));
}
