export const steps = [
  'start',
  'delivery',
  'name',
  'contact',
  'security',
  'cc',
  'daily-limit',
  'activate',
] as const;
export type Step = (typeof steps)[number];

export const numberOf = (step: Step): number => steps.indexOf(step) + 1;
export const before = (step: Step): Step => steps[Math.max(steps.indexOf(step) - 1, 0)] ?? step;
export const earlier = (one: Step, other: Step): Step => (numberOf(one) < numberOf(other) ? one : other);
export const later = (one: Step, other: Step): Step => (numberOf(one) < numberOf(other) ? other : one);
