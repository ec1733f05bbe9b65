import { randomText } from '../ids.js';
import type { FaultInput } from './fault-input.js';

export interface Fault extends FaultInput {
  readonly id: string;
  hits: number;
}

/** The faults to apply to one call. */
export interface FaultPlan {
  readonly latencyMs: number;
  readonly fault: Fault | undefined;
}

/** An HTTP request or an email, as far as faults can match it. */
interface InterceptedCall {
  readonly target: 'http' | 'smtp';
  readonly method?: string;
  readonly path?: string;
  readonly to?: readonly string[];
}

/** Matches a pattern such as `/v1/charges/*` against a path, segment by segment. */
export function pathMatches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const actual = path.split('/');
  if (expected.at(-1) === '**')
    return expected.slice(0, -1).every((part, index) => part === '*' || part === actual[index]);
  return (
    expected.length === actual.length &&
    expected.every((part, index) => part === '*' || part === actual[index])
  );
}

function isApplicable(fault: Fault, call: InterceptedCall): boolean {
  const { method, path, to: recipient } = fault.match;
  if (fault.target !== call.target) return false;
  if (fault.times !== undefined && fault.hits >= fault.times) return false;
  if (method !== undefined && method !== call.method) return false;
  if (path !== undefined && !pathMatches(path, call.path ?? '')) return false;
  return recipient === undefined || (call.to ?? []).some((address) => address.includes(recipient));
}

/** Applies the faults that tools and tests request. They do not survive a restart. */
export class FaultInjector {
  private faults: Fault[] = [];

  add(input: FaultInput): Fault {
    const fault: Fault = { ...input, id: `fault_${randomText(12)}`, hits: 0 };
    this.faults.push(fault);
    return fault;
  }

  list(): readonly Fault[] {
    return this.faults;
  }

  clear(): void {
    this.faults = [];
  }

  /** Adds up latencies. Of all other kinds, the first applicable fault wins. */
  plan(call: InterceptedCall): FaultPlan {
    let latencyMs = 0;
    let chosen: Fault | undefined;
    for (const fault of this.faults) {
      if (!isApplicable(fault, call) || (fault.kind !== 'latency' && chosen)) continue;
      fault.hits += 1;
      if (fault.kind === 'latency') latencyMs += fault.ms ?? 0;
      else chosen = fault;
    }
    return { latencyMs, fault: chosen };
  }
}
