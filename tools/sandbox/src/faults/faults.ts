import { randomText } from '../stripe/ids.js';
import type { FaultInput } from './fault-input.js';

export interface Fault extends FaultInput {
  readonly id: string;
  hits: number;
}

/** What shall go wrong with one request. */
export interface Plan {
  readonly latencyMs: number;
  readonly fault: Fault | undefined;
}

export interface Happening {
  readonly target: 'http' | 'smtp';
  readonly method?: string;
  readonly path?: string;
  readonly to?: readonly string[];
}

/** A pattern such as `/v1/charges/*` against a path, segment by segment. */
export function pathMatches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const actual = path.split('/');
  if (wanted.at(-1) === '**')
    return wanted.slice(0, -1).every((part, index) => part === '*' || part === actual[index]);
  return (
    wanted.length === actual.length && wanted.every((part, index) => part === '*' || part === actual[index])
  );
}

function applies(fault: Fault, to: Happening): boolean {
  const { method, path, to: recipient } = fault.match;
  if (fault.target !== to.target) return false;
  if (fault.times !== undefined && fault.hits >= fault.times) return false;
  if (method !== undefined && method !== to.method) return false;
  if (path !== undefined && !pathMatches(path, to.path ?? '')) return false;
  return recipient === undefined || (to.to ?? []).some((one) => one.includes(recipient));
}

/** Faults asked for by tools and tests. They are not kept over a restart. */
export class FaultInjector {
  private faults: Fault[] = [];

  constructor(private readonly random: () => number = Math.random) {}

  add(input: FaultInput): Fault {
    const fault: Fault = { ...input, id: `fault_${randomText(12)}`, hits: 0 };
    this.faults.push(fault);
    return fault;
  }

  list(): readonly Fault[] {
    return this.faults;
  }

  /** Removes one, or all. Answers how many went. */
  clear(id?: string): number {
    const before = this.faults.length;
    this.faults = id === undefined ? [] : this.faults.filter((fault) => fault.id !== id);
    return before - this.faults.length;
  }

  /** Latencies add up; of all other kinds the first that applies is taken. */
  plan(happening: Happening): Plan {
    let latencyMs = 0;
    let chosen: Fault | undefined;
    for (const fault of this.faults) {
      if (!applies(fault, happening) || (fault.kind !== 'latency' && chosen)) continue;
      if (this.random() >= fault.probability) continue;
      fault.hits += 1;
      if (fault.kind === 'latency') latencyMs += fault.ms ?? 0;
      else {
        chosen = fault;
        latencyMs += fault.ms ?? 0;
      }
    }
    return { latencyMs, fault: chosen };
  }
}
