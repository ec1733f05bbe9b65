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
  /** The invariants it breaks. Any other violation does not count as catching it. */
  readonly breaks: readonly string[];
}
