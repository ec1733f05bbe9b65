import { type ChannelKind, channelKinds } from '@desk/contracts';
import { exemplarLabels, HealthServer } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import type { LeadSale } from '../channels/channel.js';

/** A lead that waits for a buyer may take hours from the post, so the time from the sale is measured as well. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600];

/** Counts deliveries that ended, from 0 for each channel, and measures how long successful ones took. */
@Injectable()
export class DeliveryMetrics {
  private readonly deliveries: Counter<'channel' | 'outcome'>;
  private readonly sincePost: Histogram<'channel'>;
  private readonly sinceSale: Histogram<'channel'>;

  constructor({ metrics }: HealthServer) {
    const registers = [metrics];
    this.deliveries = new Counter({
      name: 'deliveries_total',
      help: 'Deliveries that were sent, or failed for good, by channel',
      labelNames: ['channel', 'outcome'],
      registers,
    });
    for (const channel of channelKinds)
      for (const outcome of ['sent', 'failed']) this.deliveries.inc({ channel, outcome }, 0);
    this.sincePost = new Histogram({
      name: 'lead_posted_to_delivered_seconds',
      help: 'Time from the acceptance of a lead to its delivery by channel, with the time it waited for a buyer',
      labelNames: ['channel'],
      buckets: BUCKETS,
      enableExemplars: true,
      registers,
    });
    this.sinceSale = new Histogram({
      name: 'lead_sold_to_delivered_seconds',
      help: 'Time from the sale of a lead to its delivery by channel',
      labelNames: ['channel'],
      buckets: BUCKETS,
      enableExemplars: true,
      registers,
    });
  }

  countSent(channel: ChannelKind, { receivedAt, soldAt }: LeadSale, sentAt: Date): void {
    this.count(channel, 'sent');
    const observe = (histogram: Histogram<'channel'>, since: string): void =>
      histogram.observe({
        labels: { channel },
        value: Math.max(0, sentAt.getTime() - Date.parse(since)) / 1_000,
        exemplarLabels: exemplarLabels(),
      });
    observe(this.sincePost, receivedAt);
    observe(this.sinceSale, soldAt);
  }

  /** Without a duration. */
  count(channel: ChannelKind, outcome: 'sent' | 'failed'): void {
    this.deliveries.inc({ channel, outcome });
  }
}
