import type { Circumstance, FaultKind } from '../faults/fault.js';
import type { EditSet } from '../edits/edit-set.js';

/** A bug that the checks must catch. */
export interface Mutant extends EditSet {
  readonly bug: string;
  /** Names of the faults that can reveal it. */
  readonly kinds: readonly string[];
  /** Faults at a crash point that only the edited code has. */
  readonly ownKinds?: readonly FaultKind[];
  readonly circumstance: Circumstance;
  readonly rounds: number;
  /** The invariant that must catch it. */
  readonly breaks: string;
  /** Invariants that it cannot leave intact, with the reason. Any further violation fails the run. */
  readonly alsoBreaks?: Readonly<Record<string, string>>;
}
