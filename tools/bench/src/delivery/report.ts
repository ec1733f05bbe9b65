import type { Finding } from '@desk/tool-verify';
import { alignColumns } from '@desk/tool-workload';
import { type Machine, type MachineLoad, machineText } from '../machine.js';
import type { BenchOptions } from '../options.js';
import { brokenInvariants, brokenInvariantsText, errorLines, formatMs } from '../report-text.js';
import type { Report } from '../scenario.js';
import { type ChannelStatistics, type Measured, toStatistics } from './statistics.js';

export interface DeliveryResult {
  readonly options: BenchOptions;
  readonly machine: Machine;
  readonly load: MachineLoad;
  readonly leads: number;
  readonly measured: Measured;
  /** Of posts and of the SDKs alone. */
  readonly errors: readonly string[];
  readonly findings: readonly Finding[];
}

export function toReport({
  options,
  machine,
  load,
  leads,
  measured,
  errors,
  findings,
}: DeliveryResult): Report {
  const channels = toStatistics(measured);
  const broken = brokenInvariants(findings);
  const notSent = channels.reduce((sum, channel) => sum + channel.notSent, 0);
  // At the rate and as fast as they are sold.
  const expected = 2 * leads * channels.length;
  const missing = expected - measured.atRate.length - measured.saturated.length;
  const all = [
    ...errors,
    ...(notSent > 0 ? [`${notSent} messages were not sent`] : []),
    ...(missing > 0 ? [`${missing} messages are missing`] : []),
  ];
  return {
    isSound: all.length === 0 && broken.length === 0,
    json: { scenario: 'delivery', options, machine, load, leads, channels, errors: all.slice(0, 20), broken },
    text: [
      '',
      machineText(machine, load),
      '',
      `${leads} leads at ${options.rate} per second over four channels each, milliseconds:`,
      ...latencyTable(channels),
      '',
      `${leads} leads as fast as they are sold, ${options.agents} agents, messages per second:`,
      ...rateTable(channels),
      '',
      ...errorLines(all),
      brokenInvariantsText(broken),
    ].join('\n'),
  };
}

const latencyTable = (channels: readonly ChannelStatistics[]): string[] =>
  alignColumns(
    [
      ['', 'sale → accepted p50', 'p99', 'of it the request p50', 'p99', 'SDK alone p50', 'p99'],
      ...channels.map(({ kind, delivered, request, sdk }) => [
        kind,
        ...[delivered, request, sdk].flatMap((one) => [formatMs(one?.p50), formatMs(one?.p99)]),
      ]),
    ],
    [1, 2, 3, 4, 5, 6],
  );

const rateTable = (channels: readonly ChannelStatistics[]): string[] =>
  alignColumns(
    [
      ['', 'system', 'SDK alone', 'sent after a retry'],
      ...channels.map(({ kind, perSecond, sdkPerSecond, retried }) => [
        kind,
        perSecond.toFixed(0),
        sdkPerSecond.toFixed(0),
        String(retried),
      ]),
    ],
    [1, 2, 3],
  );
