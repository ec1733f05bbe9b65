import { chargeOffer, leadSold, routeLead } from '@desk/contracts';
import type { OutboxRelay } from '@desk/outbox';
import { HealthServer } from '@desk/service-kit';
import { expect, it } from '@jest/globals';
import { LeadMetrics } from './lead-metrics.js';

it('counts leads that were offered, sold, expired, or withdrawn', async () => {
  const health = new HealthServer({});
  let commit: (name: string) => void = () => undefined;
  const relay = { onCommitted: (listener: typeof commit) => (commit = listener) };
  const metrics = new LeadMetrics(relay as unknown as OutboxRelay, health);
  for (const { name } of [chargeOffer, chargeOffer, leadSold, routeLead]) commit(name);
  metrics.countExpired(3);
  metrics.countWithdrawn();
  const text = await health.metrics.metrics();
  expect(text.match(/^leads_total\{.*$/gm)).toEqual([
    'leads_total{outcome="offered"} 2',
    'leads_total{outcome="sold"} 1',
    'leads_total{outcome="expired"} 3',
    'leads_total{outcome="withdrawn"} 1',
  ]);
});
