import type { ProcessName, RunnableService } from '@desk/tool-start';
import type { Dependency } from '../network/links.js';
import type { PoisonedStatements } from './poison.js';

/** How the simulated provider sends webhooks; see the sandbox's README. */
interface WebhookSettings {
  readonly paused: boolean;
  readonly copies?: number;
  readonly shuffleMs?: number;
}

/** What the agents do during a trial, so that the fault hits the code path it targets. */
export type Circumstance =
  | 'plain'
  | 'cascade'
  | 'issuer-away'
  | 'eligibility'
  | 'walk-away'
  | 'limit'
  | 'scarce'
  | 'waiting'
  | 'held'
  | 'sign-up'
  | 'erasure'
  | 'opt-out'
  | 'refund'
  | 'dashboard-refund'
  | 'dispute'
  | 'problem-report'
  | 'reminder'
  | 'weekly-summary'
  | 'undeliverable'
  | 'freeloader'
  | 'recovery';

/** `everything` means every copy of every service, and leaves Redis and PostgreSQL running. */
export type Part = ProcessName | 'redis' | 'postgres' | 'everything';

/** The address of the only agent who gets leads in the circumstance `undeliverable`. */
export const EMAIL_ONLY_AGENT = 'sally.small@example.com';

/** The addresses of one person, who wants leads for nothing. */
export const FREELOADERS: readonly string[] = ['fay', 'finn', 'flo'].map(
  (name) => `${name}@free-annuity-leads.com`,
);

/** Sandbox rules that first defer emails to the address, then refuse them for good. Each applies `times` times. */
export const refuseMail = (to: string, times: number): readonly object[] =>
  ['defer', 'reject'].map((kind) => ({ target: 'smtp', match: { to }, kind, times }));

export type Fault =
  /** Kills the first process that reaches the crash point. */
  | { readonly type: 'crash'; readonly point: string }
  /** Kills processes at a random moment of the burst: a random copy of a service, or `all`. */
  | { readonly type: 'kill'; readonly parts: readonly Part[]; readonly copies?: 'one' | 'all' }
  /** Suspends the first process that reaches the crash point, and lets it continue later. */
  | { readonly type: 'freeze'; readonly point: string; readonly forMs: number }
  /** Interrupts the connections to a dependency: those of one copy of a service, or of all. */
  | {
      readonly type: 'cut';
      readonly dependency: Dependency;
      /** `silent`: nothing is forwarded and nothing is closed. */
      readonly how: 'silent' | 'refused';
      readonly oneCopyOf?: RunnableService;
      readonly forMs: number;
    }
  /** Locks every buyer's row, as concurrent changes do, so that a post finds nobody to reserve its lead for. */
  | { readonly type: 'lock-buyers'; readonly forMs: number }
  /** Makes PostgreSQL refuse one row until the other rows of its batch are written. */
  | { readonly type: 'poison'; readonly statements: PoisonedStatements }
  /** Stops a server and starts it later. */
  | { readonly type: 'outage'; readonly server: 'postgres' | 'redis'; readonly forMs: number }
  /** Empties Redis: at a random moment of the burst, or immediately as part of `afterCrash`. */
  | { readonly type: 'flush' }
  /** Loses the newest offers, as an asynchronous failover of PostgreSQL does. Only as part of `afterCrash`. */
  | { readonly type: 'lose-offers' }
  /** Adds a fault rule of the sandbox; see its README. */
  | { readonly type: 'sandbox-rule'; readonly rule: object }
  | { readonly type: 'webhooks'; readonly settings: WebhookSettings };

export interface FaultKind {
  readonly name: string;
  readonly faults: readonly Fault[];
  /** Injected as soon as every crash has happened, while the processes are still down. */
  readonly afterCrash?: readonly Fault[];
  /** Needs a system whose schedules and timeouts are shortened; see `shortTimes`. */
  readonly needsShortTimes?: boolean;
  /** Has happened only once billing has opened its circuit breaker. */
  readonly opensCircuitBreaker?: boolean;
  /** The only circumstance in which the fault can happen. */
  readonly circumstance?: Circumstance;
}

export const crash = (point: string): Fault => ({ type: 'crash', point });

/** Returns kinds that differ in name and faults only. */
export const toKinds = (
  faultsByName: Readonly<Record<string, readonly Fault[]>>,
  options: Omit<FaultKind, 'name' | 'faults'> = {},
): FaultKind[] => Object.entries(faultsByName).map(([name, faults]) => ({ name, faults, ...options }));
