import { leadRefunded, leadRefundFailed, resolveRefund } from '@desk/contracts';
import type { OutboxRelay } from '@desk/outbox';
import { HealthServer } from '@desk/service-kit';
import { expect, it } from '@jest/globals';
import { RefundMetrics, toRefundEnd } from './refund-metrics.js';

it('counts money given back, refunds that ended without money, and reversed disputes', async () => {
  const health = new HealthServer({});
  let commit: (name: string) => void = () => undefined;
  const relay = { onCommitted: (listener: typeof commit) => (commit = listener) };
  const metrics = new RefundMetrics(relay as unknown as OutboxRelay, health);
  for (const { name } of [leadRefunded, leadRefundFailed, resolveRefund]) commit(name);
  metrics.countEnded('failed');
  metrics.countEnded('returned');
  metrics.countReversedDispute();
  const text = await health.metrics.metrics();
  expect(text.match(/^refunds_total\{.*$/gm)).toEqual([
    'refunds_total{outcome="given-back"} 1',
    'refunds_total{outcome="failed"} 1',
    'refunds_total{outcome="canceled"} 0',
    'refunds_total{outcome="returned"} 1',
    'refunds_total{outcome="dispute-reversed"} 1',
  ]);
});

it.each([
  ['requested', 'failed', 'failed'],
  ['pending', 'failed', 'failed'],
  ['pending', 'canceled', 'canceled'],
  ['succeeded', 'failed', 'returned'],
  ['requested', 'pending', undefined],
  ['pending', 'succeeded', undefined],
] as const)('a refund that goes from %s to %s ends as %s', (before, next, end) => {
  expect(toRefundEnd(before, next)).toBe(end);
});
