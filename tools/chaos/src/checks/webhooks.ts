import type { Webhook } from '../faults/sandbox-control.js';

/** Returns the events that the system did not acknowledge, and those that it acknowledged and did not store. */
export function compareWebhooks(webhooks: readonly Webhook[], storedIds: ReadonlySet<string>): object[] {
  return webhooks.flatMap(({ eventId, state, attempts }) => {
    if (state === 'pending' || state === 'failed')
      return [{ event: eventId, fault: `not acknowledged after ${attempts} attempts` }];
    if (state === 'delivered' && !storedIds.has(eventId))
      return [{ event: eventId, fault: 'acknowledged, but not stored' }];
    return [];
  });
}
