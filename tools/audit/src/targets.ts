/** What a public page must reach. Scores from 0 to 100, sizes in KB of 1,024 bytes, gzipped. */
export const targets = {
  performance: 98,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
  /** Cumulative layout shift, at most. */
  layoutShift: 0.02,
  /** JavaScript of the first load, at most. */
  scriptKb: 130,
} as const;

export interface PageFigures {
  readonly path: string;
  /** So many times the processor was slowed down. */
  readonly cpuSlowdown: number;
  readonly performance: number;
  readonly accessibility: number;
  readonly 'best-practices': number;
  readonly seo: number;
  readonly layoutShift: number;
  readonly scriptKb: number;
  /** Largest contentful paint, milliseconds. */
  readonly largestPaintMs: number;
  /** Total blocking time, milliseconds: what else ran on the machine shows here. */
  readonly blockingMs: number;
}

/** Names of the targets that a page misses. */
export const missed = (page: PageFigures): string[] => [
  ...(['performance', 'accessibility', 'best-practices', 'seo'] as const).filter(
    (name) => page[name] < targets[name],
  ),
  ...(['layoutShift', 'scriptKb'] as const).filter((name) => page[name] > targets[name]),
];
