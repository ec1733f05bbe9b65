import { existsSync, readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
}

export const noCounts = (): Counts => ({ passed: 0, failed: 0 });

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Reads the report of `jest --json`. A test file that could not run counts as one failure. */
export function readJestCounts(file: string): Counts {
  const report = readReport(file) as
    { numPassedTests: number; numFailedTests: number; numRuntimeErrorTestSuites: number } | undefined;
  if (!report) return noCounts();
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  };
}

export function readPlaywrightCounts(file: string): Counts {
  const report = readReport(file) as { stats: { expected: number; unexpected: number } } | undefined;
  if (!report) return noCounts();
  return { passed: report.stats.expected, failed: report.stats.unexpected };
}
