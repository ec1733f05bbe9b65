import { channelKinds, type ChannelKind } from '@desk/contracts';
import { percentilesOf, type Percentiles } from '@desk/tool-workload';
import { latencyOf, ratePerSecond, type Sample } from '../load/sample.js';
import type { Delivery } from './read-deliveries.js';

export interface Measured {
  readonly atRate: readonly Delivery[];
  readonly saturated: readonly Delivery[];
  /** The SDK alone, at the same rate and as fast as it can. */
  readonly sdks: Readonly<Record<ChannelKind, { atRate: readonly Sample[]; saturated: readonly Sample[] }>>;
}

export interface ChannelStatistics {
  readonly kind: ChannelKind;
  /** From the notifier's row to the recorded answer of the recipient. */
  readonly delivered: Percentiles | undefined;
  /** The request of that alone. */
  readonly request: Percentiles | undefined;
  readonly sdk: Percentiles | undefined;
  readonly perSecond: number;
  readonly sdkPerSecond: number;
  readonly notSent: number;
  /** Sent after more than one attempt. */
  readonly retried: number;
}

export const toStatistics = ({ atRate, saturated, sdks }: Measured): ChannelStatistics[] =>
  channelKinds.map((kind) => {
    const [steady, fast] = [atRate, saturated].map((all) => all.filter((one) => one.kind === kind));
    const all = [...(steady ?? []), ...(fast ?? [])];
    return {
      kind,
      delivered: percentilesOf(
        (steady ?? []).flatMap(({ createdAt, sentAt }) => (sentAt === null ? [] : [sentAt - createdAt])),
      ),
      request: percentilesOf((steady ?? []).flatMap(({ requestMs }) => requestMs ?? [])),
      sdk: latencyOf(sdks[kind].atRate).accepted,
      perSecond: rateOf(fast ?? []),
      sdkPerSecond: ratePerSecond(sdks[kind].saturated, 'acceptedAt'),
      notSent: all.filter(({ status }) => status !== 'sent').length,
      retried: all.filter(({ attempts }) => attempts > 1).length,
    };
  });

/** From the first sale to the last answer. */
function rateOf(deliveries: readonly Delivery[]): number {
  const sentAt = deliveries.flatMap((one) => one.sentAt ?? []);
  if (sentAt.length === 0) return 0;
  const first = deliveries.reduce((earliest, { createdAt }) => Math.min(earliest, createdAt), Infinity);
  const last = sentAt.reduce((latest, at) => Math.max(latest, at), -Infinity);
  return (sentAt.length * 1_000) / Math.max(1, last - first);
}
