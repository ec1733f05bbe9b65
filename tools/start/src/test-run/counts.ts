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

/** Lists the test files in the report of `jest --json` in which something failed. */
export function listFailedJestFiles(file: string): string[] {
  const report = readReport(file) as { testResults: { name: string; status: string }[] } | undefined;
  return (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
}

interface PlaywrightSuite {
  readonly file: string;
  readonly specs: readonly { readonly ok: boolean }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** Lists the test files in the report of Playwright's JSON reporter in which something failed. */
export function listFailedPlaywrightFiles(file: string): string[] {
  const report = readReport(file) as { suites: readonly PlaywrightSuite[] } | undefined;
  const hasFailure = ({ specs, suites = [] }: PlaywrightSuite): boolean =>
    specs.some(({ ok }) => !ok) || suites.some(hasFailure);
  return (report?.suites ?? []).filter(hasFailure).map((suite) => suite.file);
}

/** Reads the report of Playwright's JSON reporter. A test that passed only when retried counts as failed. */
export function readPlaywrightCounts(file: string): Counts {
  const report = readReport(file) as
    { stats: { expected: number; unexpected: number; flaky: number } } | undefined;
  if (!report) return noCounts();
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky };
}
