import type { Finding } from '@desk/tool-verify';
import { type Machine, type MachineLoad, machineText } from './machine.js';
import type { BenchOptions } from './options.js';

export interface Report {
  /** Shown on the console. */
  readonly text: string;
  /** False if the measured system made an error, which invalidates its speed. */
  readonly isSound: boolean;
}

export type OnProgress = (message: string) => void;

export type Scenario = (options: BenchOptions, onProgress: OnProgress) => Promise<Report>;

export const formatMs = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(1));

/** The facts that every scenario reports besides its own measurements. */
export interface RunResult {
  readonly machine: Machine;
  readonly load: MachineLoad;
  /** Errors, one sentence each. */
  readonly errors: readonly string[];
  /** Undefined if the scenario does not check the invariants. */
  readonly findings?: readonly Finding[];
}

const MAX_ERRORS_SHOWN = 5;

/**
 * A run with an error or a broken invariant is not sound, however fast it was. `verdicts` say whether each target is
 * met, with the measured values.
 */
export function createReport(
  { machine, load, errors, findings }: RunResult,
  lines: readonly string[],
  verdicts: readonly string[] = [],
): Report {
  // An invariant that could not be checked counts as broken.
  const broken = (findings ?? []).filter(
    ({ violations }) => violations === undefined || violations.length > 0,
  );
  return {
    isSound: errors.length === 0 && broken.length === 0,
    text: [
      '',
      machineText(machine, load),
      '',
      ...lines,
      '',
      ...errorLines(errors),
      ...(findings ? [brokenInvariantsText(broken)] : []),
      ...verdicts,
    ].join('\n'),
  };
}

const brokenInvariantsText = (broken: readonly Finding[]): string =>
  broken.length === 0
    ? '✓ every invariant holds'
    : `✗ broken: ${broken.map(({ name, violations }) => `${name} (${violations?.length ?? 'not checked'})`).join(', ')}`;

const errorLines = (errors: readonly string[]): string[] =>
  errors.length > 0
    ? [`✗ ${errors.length} errors: ${[...new Set(errors)].slice(0, MAX_ERRORS_SHOWN).join('; ')}`]
    : [];

export const formatVerdict = (isMet: boolean, target: string): string =>
  `${isMet ? '✓' : '✗'} target: ${target}`;
