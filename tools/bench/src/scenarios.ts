import { api } from './api/api.scenario.js';
import { line } from './line/line.scenario.js';
import { lists } from './lists/lists.scenario.js';
import type { BenchOptions } from './options.js';
import { pairs } from './pairs/pairs.scenario.js';

export interface Report {
  /** For people. */
  readonly text: string;
  readonly json: object;
  /** False when a measured system gave a wrong answer; its speed does not count then. */
  readonly isSound: boolean;
}

export interface Scenario {
  run(options: BenchOptions, say: (progress: string) => void): Promise<Report>;
}

const scenarios: Readonly<Record<string, Scenario>> = { line, api, pairs, lists };

/** Throws one plain line that lists those that there are. */
export function scenarioNamed(name: string): Scenario {
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (scenario) return scenario;
  throw new Error(`There is no scenario "${name}". One of: ${Object.keys(scenarios).join(', ')}.`);
}
