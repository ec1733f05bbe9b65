import type { BenchOptions } from './options.js';

export interface Report {
  /** Shown on the console. */
  readonly text: string;
  /** Printed with `--json`. */
  readonly json: object;
  /** False if the measured system made an error, which invalidates its speed. */
  readonly isSound: boolean;
}

export type OnProgress = (message: string) => void;

export type Scenario = (options: BenchOptions, onProgress: OnProgress) => Promise<Report>;
