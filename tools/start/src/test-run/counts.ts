import { existsSync, readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
}

export const noCounts = (): Counts => ({ passed: 0, failed: 0 });

function read(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** From the file that `jest --json` writes. A file of tests that could not be run counts as one failure. */
export function jestCounts(file: string): Counts {
  const report = read(file) as
    { numPassedTests: number; numFailedTests: number; numRuntimeErrorTestSuites: number } | undefined;
  if (!report) return noCounts();
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  };
}

/** From the file of Playwright's json reporter. A test that passed only when repeated counts as failed. */
export function playwrightCounts(file: string): Counts {
  const report = read(file) as { stats: { expected: number; unexpected: number; flaky: number } } | undefined;
  if (!report) return noCounts();
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky };
}
