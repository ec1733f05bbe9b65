import { alignColumns, type Percentiles } from '@desk/tool-workload';
import { latencyOf } from '../load/load.js';
import type { PostSample } from '../load-generator/lead-poster.js';
import type { BenchOptions } from '../options.js';
import { createReport, formatMs, formatVerdict, type Report, type RunResult } from '../scenario.js';
import { type Point, RULE, type Series, trendOf } from './trend.js';

export interface SoakResult extends RunResult {
  readonly options: BenchOptions;
  /** Leads per second, end to end. Undefined if the rate was given. */
  readonly sustainedRate: number | undefined;
  readonly ratePerSecond: number;
  readonly seconds: number;
  readonly posts: readonly PostSample[];
  readonly series: readonly Series[];
}

export function toReport(result: SoakResult): Report {
  const { options, sustainedRate, ratePerSecond, seconds, posts, series, ...run } = result;
  const trends = series.map((one) => ({ name: one.name, unit: one.unit, ...trendOf(one) }));
  const refused = posts.filter(({ refusedAt }) => refusedAt !== undefined).length;
  const growing = trends.filter(({ verdict }) => verdict === 'grows').map(({ name }) => name);
  const isMet = trends.every(({ verdict }) => verdict === 'flat' || verdict === 'kept');
  const { accepted, emailed } = latencyOf(posts);
  return createReport(run, {
    scenario: 'soak',
    json: {
      ...{ options, sustainedRate, ratePerSecond, seconds, posts: posts.length, refused, accepted, emailed },
      ...{ trends, series, target: { met: isMet } },
    },
    lines: [
      `${ratePerSecond} leads per second for ${(seconds / 60).toFixed(1)} min: ${posts.length} posts, ${refused} refused${sustainedText(sustainedRate)}`,
      latencyText('posted → accepted', accepted),
      latencyText('posted → email sent', emailed),
      '',
      ...trendTable(trends.filter(isShown)),
      '',
      RULE,
      'Kept: every lead adds to it by design, until retention removes it.',
    ],
    verdicts: [
      formatVerdict(
        isMet,
        `nothing but what is kept grows${growing.length > 0 ? ` (${growing.join(', ')})` : ''}`,
      ),
    ],
  });
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

const WINDOW_SECONDS = 10;

/** Latencies of each ten seconds, by when the posts were due. */
export function toLatencySeries(posts: readonly PostSample[]): Series[] {
  const startedAt = posts[0]?.dueAt ?? 0;
  const windows = [
    ...Map.groupBy(posts, ({ dueAt }) => Math.floor((dueAt - startedAt) / 1_000 / WINDOW_SECONDS)),
  ].map(([index, samples]) => ({ seconds: index * WINDOW_SECONDS, latency: latencyOf(samples) }));
  const series = (
    name: string,
    of: (latency: ReturnType<typeof latencyOf>) => number | undefined,
  ): Series => ({
    name,
    unit: 'ms',
    isKept: false,
    points: windows.flatMap(({ seconds, latency }): Point[] => {
      const value = of(latency);
      return value === undefined ? [] : [{ seconds, value }];
    }),
  });
  return [
    series('posted → accepted, p50', ({ accepted }) => accepted?.p50),
    series('posted → accepted, p99', ({ accepted }) => accepted?.p99),
    series('posted → email sent, p50', ({ emailed }) => emailed?.p50),
    series('posted → email sent, p99', ({ emailed }) => emailed?.p99),
  ];
}
