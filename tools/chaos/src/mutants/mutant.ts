import type { Edit } from '../edits/edits.js';
import type { Circumstance, FaultKind } from '../faults/fault.js';

/** A bug that is built in by replacing a text, and that the checks must catch. */
interface Bug extends Edit {
  readonly bug: string;
  readonly moreEdits?: readonly Edit[];
  /** Names of the faults that can reveal it. By default one that every trial can inject. */
  readonly kinds?: readonly string[];
  /** Faults at a crash point that only the edited code has. */
  readonly ownKinds?: readonly FaultKind[];
  /** By default `plain`. */
  readonly circumstance?: Circumstance;
  /** How often each fault is injected at most, by default once. */
  readonly rounds?: number;
  /** The invariant that must catch it. */
  readonly breaks: string;
  /** Invariants that the bug inevitably breaks too, with the reason. Any other violation fails the run. */
  readonly alsoBreaks?: Readonly<Record<string, string>>;
}

/** The mutants, by name. */
export type Mutants = Readonly<Record<string, Bug>>;
