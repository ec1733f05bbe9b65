/** The states of one kind of thing, and which of them may follow which. */
export interface Transitions<State extends string> {
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
    isAllowed,
    move: (from, to) => {
      if (!isAllowed(from, to)) throw new Error(`a ${subject} cannot go from '${from}' to '${to}'`);
      return to;
    },
  };
}
