import type { Percentiles } from '@desk/tool-workload';
import { latencyOf } from '../load/sample.js';
import { type CallName, callNames } from './calls.js';
import type { Samples } from './measurement.js';

export interface P50P99 {
  readonly p50: number;
  readonly p99: number;
}

/** Subtracts percentile from percentile. The result is no percentile of differences: the calls were not paired. */
export const subtract = (from: P50P99 | undefined, other: P50P99 | undefined): P50P99 | undefined =>
  from && other && { p50: from.p50 - other.p50, p99: from.p99 - other.p99 };

export type ApiRequestName = 'user' | 'loginWithoutHash' | 'toggle';

export interface ApiLatencies {
  readonly times: Readonly<Record<CallName, Percentiles | undefined>>;
  readonly loginWithoutHash: P50P99 | undefined;
  /** How much longer a request takes than a bare endpoint with the same number of RPCs. */
  readonly overRpcs: Readonly<Record<ApiRequestName, P50P99 | undefined>>;
  /** The same for a bare endpoint that also makes the necessary commits. */
  readonly overBaseline: Readonly<Record<ApiRequestName, P50P99 | undefined>>;
  readonly errors: readonly string[];
}

export function toLatencies(samples: Samples): ApiLatencies {
  const times = Object.fromEntries(
    callNames.map((name) => [name, latencyOf(samples[name]).accepted]),
  ) as ApiLatencies['times'];
  const loginWithoutHash = subtract(times.login, times.hash);
  return {
    times,
    loginWithoutHash,
    overRpcs: {
      user: subtract(times.user, times.twoRpcs),
      loginWithoutHash: subtract(loginWithoutHash, times.twoRpcs),
      toggle: subtract(times.toggle, times.threeRpcs),
    },
    overBaseline: {
      user: subtract(times.user, times.twoRpcs),
      loginWithoutHash: subtract(loginWithoutHash, times.loginBaseline),
      toggle: subtract(times.toggle, times.toggleBaseline),
    },
    errors: callNames.flatMap((name) =>
      samples[name].flatMap(({ error }) => (error === undefined ? [] : [`${name}: ${error}`])),
    ),
  };
}
