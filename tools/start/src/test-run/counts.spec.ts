import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jestCounts, playwrightCounts } from './counts.js';

describe('counting tests', () => {
  let folder: string;
  const reportOf = (content: object): string => {
    const file = join(folder, 'report.json');
    writeFileSync(file, JSON.stringify(content));
    return file;
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-counts-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('takes a file of tests that could not be run for a failure', () => {
    const file = reportOf({ numPassedTests: 4, numFailedTests: 1, numRuntimeErrorTestSuites: 2 });
    expect(jestCounts(file)).toEqual({ passed: 4, failed: 3 });
  });

  it('takes a browser test that passed only when repeated for a failure', () => {
    const file = reportOf({ stats: { expected: 2, unexpected: 0, flaky: 1 } });
    expect(playwrightCounts(file)).toEqual({ passed: 2, failed: 1 });
  });

  it('counts nothing where nothing was written', () => {
    expect(jestCounts(join(folder, 'absent.json'))).toEqual({ passed: 0, failed: 0 });
  });
});
