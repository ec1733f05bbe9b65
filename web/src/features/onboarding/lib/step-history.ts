import { type Step, stepNumber, steps } from './steps';

/**
 * The steps behind a browser history entry, ending with the one it shows. All steps share one URL, so each entry
 * carries its own list in its state.
 */
export type StepHistory = readonly [Step, ...Step[]];

export const INITIAL_HISTORY: StepHistory = ['start'];

const isStep = (value: unknown): value is Step => steps.some((step) => step === value);

/** Reads the steps from a history entry's state. Null if the wizard did not create the entry. */
export function readStepHistory(state: unknown): StepHistory | null {
  if (typeof state !== 'object' || state === null || !('steps' in state)) return null;
  const { steps: entries } = state;
  if (!Array.isArray(entries) || !entries.every(isStep)) return null;
  const [first, ...rest] = entries;
  return first === undefined ? null : [first, ...rest];
}

export const getCurrentStep = (history: StepHistory): Step => history.at(-1) ?? history[0];

export type Navigation =
  | { readonly kind: 'stay' }
  | { readonly kind: 'go'; readonly delta: number }
  | { readonly kind: 'push' | 'replace'; readonly history: StepHistory };

/** Plans how to reach a step: returns to an existing entry rather than adding a second one for the same step. */
export function planNavigation(history: StepHistory, step: Step): Navigation {
  const index = history.lastIndexOf(step);
  if (index === history.length - 1) return { kind: 'stay' };
  if (index >= 0) return { kind: 'go', delta: index - (history.length - 1) };
  if (stepNumber(step) > stepNumber(getCurrentStep(history)))
    return { kind: 'push', history: [...history, step] };
  const [first, ...rest] = history.filter((entry) => stepNumber(entry) < stepNumber(step));
  return { kind: 'replace', history: first === undefined ? [step] : [first, ...rest, step] };
}
