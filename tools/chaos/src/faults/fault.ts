import type { ProcessName } from '@desk/tool-start';

/** What the agents do during a trial, so that the fault hits the code path it targets. */
export type Circumstance =
  | 'plain'
  | 'cascade'
  | 'issuer-away'
  | 'eligibility'
  | 'walk-away'
  | 'limit'
  | 'scarce'
  | 'sign-up'
  | 'erasure';

/** `everything` means every service, and leaves Redis and PostgreSQL running. */
export type Part = ProcessName | 'redis' | 'postgres' | 'everything';

export type Fault =
  /** Kills the first process that reaches the crash point. */
  | { readonly type: 'crash'; readonly point: string }
  /** Kills processes at a random moment of the burst. */
  | { readonly type: 'kill'; readonly parts: readonly Part[] }
  /** Empties Redis: at a random moment of the burst, or immediately as part of `afterCrash`. */
  | { readonly type: 'flush' }
  /** Loses the newest offers, as an asynchronous failover of PostgreSQL does. Only as part of `afterCrash`. */
  | { readonly type: 'lose-offers' }
  /** Adds a fault rule of the sandbox; see its README. */
  | { readonly type: 'sandbox-rule'; readonly rule: object }
  | { readonly type: 'webhooks'; readonly settings: object };

export interface FaultKind {
  readonly name: string;
  readonly faults: readonly Fault[];
  /** Injected as soon as every crash has happened, while the processes are still down. */
  readonly afterCrash?: readonly Fault[];
  /** The only circumstance in which the fault can happen. */
  readonly circumstance?: Circumstance;
}
