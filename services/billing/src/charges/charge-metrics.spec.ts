import { chargeOffer, offerCharged, offerDeclined, resolveCharge } from '@desk/contracts';
import type { OutboxRelay } from '@desk/outbox';
import { HealthServer } from '@desk/service-kit';
import { expect, it } from '@jest/globals';
import { ChargeMetrics } from './charge-metrics.js';

it('counts charges by the message that their transaction has committed', async () => {
  const health = new HealthServer({});
  let commit: (name: string) => void = () => undefined;
  const relay = { onCommitted: (listener: typeof commit) => (commit = listener) };
  new ChargeMetrics(relay as unknown as OutboxRelay, health);
  for (const { name } of [offerCharged, offerCharged, offerDeclined, resolveCharge, chargeOffer])
    commit(name);
  const text = await health.metrics.metrics();
  expect(text.match(/^charges_total\{.*$/gm)).toEqual([
    'charges_total{outcome="succeeded"} 2',
    'charges_total{outcome="declined"} 1',
    'charges_total{outcome="deferred"} 1',
  ]);
});
