/** Fills of the five steps, few to many, with a text color that is readable on each. */
const steps = [
  'bg-heat-1 text-ink',
  'bg-heat-2 text-ink',
  'bg-heat-3 text-ink',
  'bg-heat-4 text-on-brand',
  'bg-heat-5 text-on-brand',
] as const;

/** From 1 to 5, in equal steps up to the largest count; 0 for none. */
export const getHeatStep = (count: number, max: number): number =>
  count <= 0 || max <= 0 ? 0 : Math.min(steps.length, Math.ceil((count / max) * steps.length));

/** Classes of a cell or tile with this count. Empty ones are drawn lighter. */
export const heatClasses = (count: number, max: number): string =>
  steps[getHeatStep(count, max) - 1] ?? 'bg-sunken text-muted';
