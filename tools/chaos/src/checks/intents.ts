import type { Intent } from '../faults/sandbox-control.js';

/** Offers with more than one intent that could still take, or has taken, money. */
export function doubledIntents(intents: readonly Intent[]): object[] {
  const live = intents.filter(({ status, metadata }) => status !== 'canceled' && metadata.offer_id);
  return [...Map.groupBy(live, ({ metadata }) => metadata.offer_id)]
    .filter(([, ofOffer]) => ofOffer.length > 1)
    .map(([offer, ofOffer]) => ({ offer, intents: ofOffer.map(({ id, status }) => `${id} ${status}`) }));
}
