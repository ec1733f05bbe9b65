import type { Finding } from '@desk/tool-verify';
import { alignColumns, type Percentiles } from '@desk/tool-workload';
import { latencyOf } from '../load/sample.js';
import type { PostSample } from '../load-generator/plan.js';
import { type Machine, type MachineLoad, machineText } from '../machine.js';
import type { BenchOptions } from '../options.js';
import { brokenInvariants, brokenInvariantsText, errorLines, formatMs } from '../report-text.js';
import type { Report } from '../scenario.js';
import { RULE, type Series, trendOf } from './trend.js';

export interface SoakResult {
  readonly options: BenchOptions;
  readonly machine: Machine;
  readonly load: MachineLoad;
  /** Leads per second, end to end. Undefined if the rate was given. */
  readonly sustainedRate: number | undefined;
  readonly ratePerSecond: number;
  readonly seconds: number;
  readonly posts: readonly PostSample[];
  readonly series: readonly Series[];
  readonly findings: readonly Finding[];
}

export function toReport(result: SoakResult): Report {
  const { options, machine, load, sustainedRate, ratePerSecond, seconds, posts, series, findings } = result;
  const trends = series.map((one) => ({ name: one.name, unit: one.unit, ...trendOf(one) }));
  const refused = posts.filter(({ refusedAt }) => refusedAt !== undefined).length;
  const errors = posts.flatMap(({ error }) => error ?? []);
  const broken = brokenInvariants(findings);
  const growing = trends.filter(({ verdict }) => verdict === 'grows').map(({ name }) => name);
  const isMet = trends.every(({ verdict }) => verdict === 'flat' || verdict === 'kept');
  const { accepted, emailed } = latencyOf(posts);
  return {
    isSound: errors.length === 0 && broken.length === 0,
    json: {
      scenario: 'soak',
      options,
      machine,
      load,
      sustainedRate,
      ratePerSecond,
      seconds,
      posts: posts.length,
      refused,
      accepted,
      emailed,
      trends,
      series,
      target: { met: isMet },
      errors: errors.slice(0, 20),
      broken,
    },
    text: [
      '',
      machineText(machine, load),
      '',
      `${ratePerSecond} leads per second for ${(seconds / 60).toFixed(1)} min: ${posts.length} posts, ${refused} refused${sustainedText(sustainedRate)}`,
      latencyText('posted → accepted', accepted),
      latencyText('posted → email sent', emailed),
      '',
      ...trendTable(trends.filter(isShown)),
      '',
      RULE,
      'Kept: every lead adds to it by design, until retention removes it.',
      ...errorLines(errors),
      brokenInvariantsText(broken),
      `${isMet ? '✓' : '✗'} target: nothing but what is kept grows${growing.length > 0 ? ` (${growing.join(', ')})` : ''}`,
    ].join('\n'),
  };
}

const sustainedText = (rate: number | undefined): string =>
  rate === undefined ? '' : ` (half of the ${rate.toFixed(0)} per second that it sustains)`;

const latencyText = (name: string, times: Percentiles | undefined): string =>
  `${name}: p50 ${formatMs(times?.p50)} ms, p99 ${formatMs(times?.p99)} ms`;

type NamedTrend = ReturnType<typeof trendOf> & Pick<Series, 'name' | 'unit'>;

/** Tables that never changed would fill pages. */
const isShown = ({ verdict, first, last }: NamedTrend): boolean =>
  verdict !== 'kept' || Math.abs(last - first) >= 1;

const trendTable = (trends: readonly NamedTrend[]): string[] =>
  alignColumns(
    [
      ['', '', 'fitted first', 'last', 'per hour', ''],
      ...trends.map(({ name, unit, first, last, slopePerHour, verdict }) => [
        name,
        unit,
        ...[first, last, slopePerHour].map((value) => value.toFixed(1)),
        verdict,
      ]),
    ],
    [2, 3, 4],
  );
