/** The states of one kind of thing, and which of them may follow which. */
export interface Transitions<State extends string> {
  /** The states that may follow `from`; empty for a final state. */
  readonly next: (from: State) => readonly State[];
  readonly isFinal: (state: State) => boolean;
  readonly isAllowed: (from: State, to: State) => boolean;
  /** Returns `to`. @throws Error when `to` may not follow `from` */
  readonly move: (from: State, to: State) => State;
}

/** Declares a state machine. `subject` names the thing in error messages: 'a lead cannot go from "sold" to …'. */
export function defineTransitions<State extends string>(
  subject: string,
  table: Readonly<Record<State, readonly State[]>>,
): Transitions<State> {
  const isAllowed = (from: State, to: State): boolean => table[from].includes(to);
  return {
    next: (from) => table[from],
    isFinal: (state) => table[state].length === 0,
    isAllowed,
    move: (from, to) => {
      if (!isAllowed(from, to)) throw new Error(`a ${subject} cannot go from '${from}' to '${to}'`);
      return to;
    },
  };
}
