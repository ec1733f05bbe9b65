/** Targets for every public page. Scores range from 0 to 100; sizes are gzipped KB of 1,000 bytes. */
const targets = {
  performance: 98,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
  /** Maximum cumulative layout shift. */
  layoutShift: 0.02,
  /** Maximum JavaScript of the first load. */
  scriptKb: 140,
  /** Maximum time until the largest text or picture is painted. */
  largestPaintMs: 2_000,
} as const;

export interface PageMeasurements {
  readonly path: string;
  /** Factor by which the processor was slowed down. */
  readonly cpuSlowdown: number;
  readonly performance: number;
  readonly accessibility: number;
  readonly 'best-practices': number;
  readonly seo: number;
  readonly layoutShift: number;
  readonly scriptKb: number;
  readonly largestPaintMs: number;
  /** Total blocking time. Other load on the machine raises it. */
  readonly blockingMs: number;
}

export const findMissedTargets = (page: PageMeasurements): string[] => [
  ...(['performance', 'accessibility', 'best-practices', 'seo'] as const).filter(
    (name) => page[name] < targets[name],
  ),
  ...(['layoutShift', 'scriptKb', 'largestPaintMs'] as const).filter((name) => page[name] > targets[name]),
];
