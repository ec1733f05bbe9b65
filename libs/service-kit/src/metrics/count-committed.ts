import type { OutboxRelay } from '@desk/outbox';
import type { Counter } from 'prom-client';

/**
 * Counts outcomes by the messages that announce them, once the transaction of a message has committed. `outcomes` has
 * the outcome of each message name. Every outcome is reported from the start, as 0.
 */
export function countCommitted(
  relay: Pick<OutboxRelay, 'onCommitted'>,
  counter: Counter<'outcome'>,
  outcomes: Readonly<Record<string, string>>,
): void {
  for (const outcome of Object.values(outcomes)) counter.inc({ outcome }, 0);
  relay.onCommitted((name) => {
    const outcome = outcomes[name];
    if (outcome !== undefined) counter.inc({ outcome });
  });
}
