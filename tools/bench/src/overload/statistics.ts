import { percentile, percentilesOf } from '@desk/tool-workload';
import { latencyOf } from '../load/load.js';
import type { PostSample } from '../load-generator/lead-poster.js';

/** Share of the capacity that must still be sold under overload. */
export const TARGET_GOODPUT_SHARE = 0.9;
/** 99 of 100 refusals are answered within this time. */
export const TARGET_REFUSAL_MS = 100;
/** Latency is normal again at most this long after the overload. */
export const TARGET_RECOVERY_SECONDS = 5;
/** A second counts as normal if its median is at most this many times the p95 before the overload. */
export const NORMAL_FACTOR = 2;

export interface Measured {
  /** Leads per second, end to end, with a fixed number of posts in flight. */
  readonly capacity: number;
  /** At a low rate before the overload. */
  readonly normal: readonly PostSample[];
  readonly overload: readonly PostSample[];
  /** The same low rate, right after the overload. */
  readonly after: readonly PostSample[];
}

export type OverloadStatistics = ReturnType<typeof toStatistics>;

export function toStatistics({ capacity, normal, overload, after }: Measured) {
  const dueTimes = overload.map(({ dueAt }) => dueAt);
  const [startedAt, endedAt] = [Math.min(...dueTimes), Math.max(...dueTimes)];
  const seconds = Math.max(1, endedAt - startedAt) / 1_000;
  const goodput = overload.filter(({ emailedAt = Infinity }) => emailedAt <= endedAt).length / seconds;
  const normalLatency = latencyOf(normal).emailed;
  const mediansAfter = toMediansBySecond(after, endedAt);
  return {
    offeredPerSecond: overload.length / seconds,
    acceptedPerSecond: overload.filter(({ acceptedAt }) => acceptedAt !== undefined).length / seconds,
    /** Leads whose email was sent before the overload ended, per second. */
    goodput,
    goodputShare: goodput / capacity,
    accepted: latencyOf(overload).accepted,
    refused: percentilesOf(
      overload.flatMap(({ dueAt, refusedAt }) => (refusedAt === undefined ? [] : [refusedAt - dueAt])),
    ),
    /** How late the generator sent its posts. */
    generatorLag: percentilesOf(
      overload.flatMap(({ dueAt, sentAt }) => (sentAt === undefined ? [] : [sentAt - dueAt])),
    ),
    /** From the post to the email, before the overload and for the leads that were accepted under it. */
    normal: normalLatency,
    overloaded: latencyOf(overload).emailed,
    mediansAfter,
    /** After this time every second was normal. Undefined if the last one was not. */
    recoveredAfterSeconds: normalLatency && toRecovery(mediansAfter, NORMAL_FACTOR * normalLatency.p95),
  };
}

/**
 * Returns the median time from the post to the email for each second after `from`. Undefined for a second without
 * posts, or if most of its posts led to no email, such as refused ones.
 */
function toMediansBySecond(samples: readonly PostSample[], from: number): (number | undefined)[] {
  const bySecond = Map.groupBy(samples, ({ dueAt }) => Math.floor((dueAt - from) / 1_000));
  return Array.from({ length: Math.max(-1, ...bySecond.keys()) + 1 }, (_, second) => {
    const durations = (bySecond.get(second) ?? []).map(
      ({ dueAt, emailedAt = Infinity }) => emailedAt - dueAt,
    );
    const median = percentile(Float64Array.from(durations).sort(), 0.5);
    return median === Infinity ? undefined : median;
  });
}

/** Returns the number of seconds after which each median is within the limit; undefined if the last one is not. */
export function toRecovery(medians: readonly (number | undefined)[], limitMs: number): number | undefined {
  const last = medians.findLastIndex((median) => median === undefined || median > limitMs);
  return last === medians.length - 1 ? undefined : last + 1;
}

/** Returns which targets are met. Without refusals, their target is met. */
export const checkTargets = ({ goodputShare, refused, recoveredAfterSeconds }: OverloadStatistics) => ({
  goodput: goodputShare >= TARGET_GOODPUT_SHARE,
  refusals: refused === undefined || refused.p99 <= TARGET_REFUSAL_MS,
  recovery: recoveredAfterSeconds !== undefined && recoveredAfterSeconds <= TARGET_RECOVERY_SECONDS,
});
