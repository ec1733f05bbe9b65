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

export const stepNumber = (step: Step): number => steps.indexOf(step) + 1;
export const previousStep = (step: Step): Step => steps[Math.max(steps.indexOf(step) - 1, 0)] ?? step;
export const earlierStep = (a: Step, b: Step): Step => (stepNumber(a) < stepNumber(b) ? a : b);
export const laterStep = (a: Step, b: Step): Step => (stepNumber(a) < stepNumber(b) ? b : a);
