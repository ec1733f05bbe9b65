import { channelKinds } from '@desk/contracts';
import { HealthServer } from '@desk/service-kit';
import { expect, it } from '@jest/globals';
import type { LeadSale } from '../channels/channel.js';
import { DeliveryMetrics } from './delivery-metrics.js';

const readDeliveries = (text: string): string[] => text.match(/^deliveries_total\{.*$/gm) ?? [];

it('reports every outcome of every channel from the start, so that the first one counts as an increase', async () => {
  const health = new HealthServer({});
  new DeliveryMetrics(health);
  expect(readDeliveries(await health.metrics.metrics())).toEqual(
    channelKinds.flatMap((channel) => [
      `deliveries_total{channel="${channel}",outcome="sent"} 0`,
      `deliveries_total{channel="${channel}",outcome="failed"} 0`,
    ]),
  );
});

it('counts deliveries by channel, and measures them from the post and from the sale', async () => {
  const health = new HealthServer({});
  const metrics = new DeliveryMetrics(health);
  const sale = {
    receivedAt: '2026-11-01T12:00:00.000Z',
    soldAt: '2026-11-01T12:00:07.000Z',
  } as LeadSale;
  metrics.countSent('email', sale, new Date('2026-11-01T12:00:07.200Z'));
  metrics.count('webhook', 'failed');
  const text = await health.metrics.metrics();
  expect(readDeliveries(text).filter((line) => !line.endsWith(' 0'))).toEqual([
    'deliveries_total{channel="email",outcome="sent"} 1',
    'deliveries_total{channel="webhook",outcome="failed"} 1',
  ]);
  expect(text).toContain('lead_posted_to_delivered_seconds_sum{channel="email"} 7.2');
  expect(text).toContain('lead_sold_to_delivered_seconds_sum{channel="email"} 0.2');
});
