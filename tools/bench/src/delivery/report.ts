import { channelKinds, type ChannelKind } from '@desk/contracts';
import { alignColumns, percentilesOf } from '@desk/tool-workload';
import type { BenchOptions } from '../options.js';
import { formatProcessorTimes, type ProcessorTimes } from '../processes.js';
import { createReport, formatMs, type Report, type RunResult } from '../scenario.js';

/** Times are milliseconds since the epoch. */
export interface Delivery {
  readonly kind: ChannelKind;
  readonly status: string;
  readonly attempts: number;
  /** When the sale had reached the notifier. */
  readonly createdAt: number;
  readonly sentAt: number | null;
  /** Duration of the last attempt, from the first byte to the recipient's answer. */
  readonly requestMs: number | null;
}

export interface DeliveryResult extends RunResult {
  readonly options: BenchOptions;
  readonly leads: number;
  readonly atRate: readonly Delivery[];
  readonly saturated: readonly Delivery[];
  /** Milliseconds of processor time per lead at the highest rate, by process. */
  readonly saturatedCpuPerLead: ProcessorTimes;
}

export function toReport({
  options,
  leads,
  atRate,
  saturated,
  saturatedCpuPerLead,
  ...run
}: DeliveryResult): Report {
  const channels = channelKinds.map((kind) => toStatistics(kind, atRate, saturated));
  const notSent = channels.reduce((sum, channel) => sum + channel.notSent, 0);
  // At the fixed rate, and as fast as they are sold.
  const missing = 2 * leads * channels.length - atRate.length - saturated.length;
  const errors = [
    ...run.errors,
    ...(notSent > 0 ? [`${notSent} messages were not sent`] : []),
    ...(missing > 0 ? [`${missing} messages are missing`] : []),
  ];
  return createReport({ ...run, errors }, [
    `${leads} leads at ${options.rate} per second over ${channels.length} channels each, in milliseconds; the same as fast as they are sold, ${options.agents} agents`,
    ...alignColumns(
      [
        ['', 'sale → accepted p50', 'p99', 'of it the request p50', 'p99', 'messages/s', 'after a retry'],
        ...channels.map(({ kind, delivered, request, perSecond, retried }) => [
          kind,
          ...[delivered, request].flatMap((one) => [formatMs(one?.p50), formatMs(one?.p99)]),
          perSecond.toFixed(0),
          String(retried),
        ]),
      ],
      [1, 2, 3, 4, 5, 6],
    ),
    `Processor time per lead at the highest rate: ${formatProcessorTimes(saturatedCpuPerLead)}`,
  ]);
}

function toStatistics(kind: ChannelKind, atRate: readonly Delivery[], saturated: readonly Delivery[]) {
  const steady = atRate.filter((one) => one.kind === kind);
  const fast = saturated.filter((one) => one.kind === kind);
  const all = [...steady, ...fast];
  return {
    kind,
    /** From the notifier's row to the recorded answer of the recipient, and the request of that alone. */
    delivered: percentilesOf(
      steady.flatMap(({ createdAt, sentAt }) => (sentAt === null ? [] : [sentAt - createdAt])),
    ),
    request: percentilesOf(steady.flatMap(({ requestMs }) => requestMs ?? [])),
    perSecond: rateOf(fast),
    notSent: all.filter(({ status }) => status !== 'sent').length,
    /** Sent after more than one attempt. */
    retried: all.filter(({ attempts }) => attempts > 1).length,
  };
}

/** The rate from the first sale to the last response. */
function rateOf(deliveries: readonly Delivery[]): number {
  const sentAt = deliveries.flatMap((one) => one.sentAt ?? []);
  if (sentAt.length === 0) return 0;
  const first = deliveries.reduce((earliest, { createdAt }) => Math.min(earliest, createdAt), Infinity);
  const last = sentAt.reduce((latest, at) => Math.max(latest, at), -Infinity);
  return (sentAt.length * 1_000) / Math.max(1, last - first);
}
