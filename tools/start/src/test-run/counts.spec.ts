import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  listFailedJestFiles,
  listFailedPlaywrightFiles,
  readJestCounts,
  readPlaywrightCounts,
} from './counts.js';

describe('test counts', () => {
  let folder: string;
  const writeReport = (content: object): string => {
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

  it('count a Jest file that could not run as a failure', () => {
    const file = writeReport({ numPassedTests: 4, numFailedTests: 1, numRuntimeErrorTestSuites: 2 });
    expect(readJestCounts(file)).toEqual({ passed: 4, failed: 3 });
  });

  it('count a browser test that passed only when retried as a failure', () => {
    const file = writeReport({ stats: { expected: 2, unexpected: 0, flaky: 1 } });
    expect(readPlaywrightCounts(file)).toEqual({ passed: 2, failed: 1 });
  });

  it('name the Jest files in which something failed', () => {
    const testResults = [
      { name: 'a.medium-spec.ts', status: 'failed' },
      { name: 'b.medium-spec.ts', status: 'passed' },
    ];
    expect(listFailedJestFiles(writeReport({ testResults }))).toEqual(['a.medium-spec.ts']);
  });

  it('name the browser test files in which something failed, at any depth', () => {
    const suite = (file: string, ok: boolean) => ({ file, specs: [], suites: [{ file, specs: [{ ok }] }] });
    const file = writeReport({ suites: [suite('a.e2e.ts', true), suite('b.e2e.ts', false)] });
    expect(listFailedPlaywrightFiles(file)).toEqual(['b.e2e.ts']);
  });

  it('are zero without a report', () => {
    expect(readJestCounts(join(folder, 'absent.json'))).toEqual({ passed: 0, failed: 0 });
  });
});
