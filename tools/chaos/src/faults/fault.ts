import type { ProcessName } from '@desk/tool-start';

/** What shall happen around a fault, so that it meets what it is about. */
export const circumstances = [
  'plain',
  'cascade',
  'standing',
  'walk-away',
  'limit',
  'scarce',
  'sign-up',
] as const;
export type Circumstance = (typeof circumstances)[number];

export type Part = ProcessName | 'redis' | 'postgres' | 'everything';

export type Fault =
  /** One process dies at this point. */
  | { readonly do: 'crash'; readonly point: string }
  /** At some moment of the burst. */
  | { readonly do: 'kill'; readonly parts: readonly Part[] }
  /** Redis forgets everything, at some moment of the burst or, as `then`, at once. */
  | { readonly do: 'flush' }
  /** A rule of the sandbox, see its README. */
  | { readonly do: 'misbehave'; readonly rule: object }
  | { readonly do: 'webhooks'; readonly settings: object };

export interface Kind {
  readonly name: string;
  readonly faults: readonly Fault[];
  /** Done the moment all crashes have happened, while the processes are still down. */
  readonly then?: readonly Fault[];
  /** The one circumstance in which it can happen. */
  readonly needs?: Circumstance;
}
