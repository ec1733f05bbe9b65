import { leadRefunded, leadRefundFailed, resolveRefund } from '@desk/contracts';
import type { OutboxRelay } from '@desk/outbox';
import { HealthServer } from '@desk/service-kit';
import { expect, it } from '@jest/globals';
import { RefundMetrics } from './refund-metrics.js';

it('counts refunds that gave money back, came back, or ended without money', async () => {
  const health = new HealthServer({});
  let commit: (name: string) => void = () => undefined;
  const relay = { onCommitted: (listener: typeof commit) => (commit = listener) };
  const metrics = new RefundMetrics(relay as unknown as OutboxRelay, health);
  for (const { name } of [leadRefunded, leadRefundFailed, resolveRefund]) commit(name);
  metrics.countEnded('failed');
  const text = await health.metrics.metrics();
  expect(text.match(/^refunds_total\{.*$/gm)).toEqual([
    'refunds_total{outcome="given-back"} 1',
    'refunds_total{outcome="returned"} 1',
    'refunds_total{outcome="failed"} 1',
    'refunds_total{outcome="canceled"} 0',
  ]);
});
