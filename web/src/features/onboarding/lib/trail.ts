import { numberOf, type Step, steps } from './steps';

/**
 * The steps that the browser's Back leads through, up to the one it stands on. Each entry of the history carries
 * its own, since all of them have the same address.
 */
export type Trail = readonly [Step, ...Step[]];

export const START: Trail = ['start'];

const isStep = (value: unknown): value is Step => steps.some((step) => step === value);

/** The trail of a history entry; null for one that was made outside of the wizard. */
export function readTrail(state: unknown): Trail | null {
  if (typeof state !== 'object' || state === null || !('trail' in state)) return null;
  const { trail } = state;
  if (!Array.isArray(trail) || !trail.every(isStep)) return null;
  const [first, ...rest] = trail;
  return first === undefined ? null : [first, ...rest];
}

export const lastOf = (trail: Trail): Step => trail.at(-1) ?? trail[0];

export type Move =
  | { readonly kind: 'stay' }
  | { readonly kind: 'go'; readonly by: number }
  | { readonly kind: 'push' | 'replace'; readonly trail: Trail };

/** How the history is to change for the wizard to stand on this step: what was passed is gone back to, not piled up. */
export function moveTo(trail: Trail, step: Step): Move {
  const at = trail.lastIndexOf(step);
  if (at === trail.length - 1) return { kind: 'stay' };
  if (at >= 0) return { kind: 'go', by: at - (trail.length - 1) };
  if (numberOf(step) > numberOf(lastOf(trail))) return { kind: 'push', trail: [...trail, step] };
  const [first, ...rest] = trail.filter((one) => numberOf(one) < numberOf(step));
  return { kind: 'replace', trail: first === undefined ? [step] : [first, ...rest, step] };
}
