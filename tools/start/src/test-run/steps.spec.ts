import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type StepName, testSteps } from './steps.js';

describe('repeating tests that failed', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-steps-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const findStep = (name: StepName) => testSteps(folder, folder).find((step) => step.name === name);
  const write = (name: string, report: object): void => {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(report));
  };
  const failed = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `/${index}.medium-spec.ts`, status: 'failed' }));

  it('repeats the failed files on servers one after the other, with a report of its own', () => {
    write('medium', { testResults: [...failed(2), { name: '/fine.medium-spec.ts', status: 'passed' }] });
    const command = findStep('medium')?.repetition?.()?.command ?? [];
    expect(command.slice(-3)).toEqual(['--runTestsByPath', '/0.medium-spec.ts', '/1.medium-spec.ts']);
    expect(command).toContain('--maxWorkers=1');
    expect(command).toContain(join(folder, 'medium-repeated.json'));
  });

  it('repeats the failed files in browsers', () => {
    const suite = (file: string, ok: boolean) => ({ file, specs: [{ ok }] });
    write('browser', { suites: [suite('a.e2e.ts', false), suite('b.e2e.ts', true)] });
    expect(findStep('browser')?.repetition?.()?.command.slice(-2)).toEqual(['--workers=1', 'a.e2e.ts']);
  });

  it('repeats nothing if more than five files failed, or none, or there is no report', () => {
    expect(findStep('medium')?.repetition?.()).toBeUndefined();
    write('medium', { testResults: failed(6) });
    expect(findStep('medium')?.repetition?.()).toBeUndefined();
    write('medium', { testResults: [] });
    expect(findStep('medium')?.repetition?.()).toBeUndefined();
  });

  it('never repeats a step that waits for nothing', () => {
    expect(findStep('unit')?.repetition).toBeUndefined();
    expect(findStep('lint')?.repetition).toBeUndefined();
  });
});
