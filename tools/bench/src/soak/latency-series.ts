import { latencyOf } from '../load/sample.js';
import type { PostSample } from '../load-generator/plan.js';
import type { Point, Series } from './trend.js';

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
