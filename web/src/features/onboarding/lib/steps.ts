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
export const after = (step: Step): Step => steps[Math.min(steps.indexOf(step) + 1, steps.length - 1)] ?? step;
export const before = (step: Step): Step => steps[Math.max(steps.indexOf(step) - 1, 0)] ?? step;
