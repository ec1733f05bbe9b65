import type { Percentiles } from '@desk/tool-workload';
import { latencyOf } from '../load/sample.js';
import { type CallName, callNames } from './calls.js';
import type { Samples } from './measure.js';

export interface Pair {
  readonly p50: number;
  readonly p99: number;
}

/** Of the percentiles, each with its own: no percentile of differences, as the two were not measured in pairs. */
export const minus = (from: Pair | undefined, less: Pair | undefined): Pair | undefined =>
  from && less && { p50: from.p50 - less.p50, p99: from.p99 - less.p99 };

export type Measured = 'user' | 'loginWithoutHash' | 'toggle';

export interface ApiFigures {
  readonly times: Readonly<Record<CallName, Percentiles | undefined>>;
  readonly loginWithoutHash: Pair | undefined;
  /** What our requests take longer than a bare endpoint behind as many RPCs. */
  readonly overRpcs: Readonly<Record<Measured, Pair | undefined>>;
  /** And longer than one that besides commits as often as they must. */
  readonly overFloor: Readonly<Record<Measured, Pair | undefined>>;
  readonly errors: readonly string[];
}

export function figuresOf(samples: Samples): ApiFigures {
  const times = Object.fromEntries(
    callNames.map((name) => [name, latencyOf(samples[name]).accepted]),
  ) as ApiFigures['times'];
  const loginWithoutHash = minus(times.login, times.hash);
  return {
    times,
    loginWithoutHash,
    overRpcs: {
      user: minus(times.user, times.rpc),
      loginWithoutHash: minus(loginWithoutHash, times.rpc),
      toggle: minus(times.toggle, times.rpcs),
    },
    overFloor: {
      user: minus(times.user, times.rpc),
      loginWithoutHash: minus(loginWithoutHash, times.loginFloor),
      toggle: minus(times.toggle, times.toggleFloor),
    },
    errors: callNames.flatMap((name) =>
      samples[name].flatMap(({ error }) => (error === undefined ? [] : [`${name}: ${error}`])),
    ),
  };
}
