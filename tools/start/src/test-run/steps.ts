import { join } from 'node:path';
import { jestCounts, noCounts, playwrightCounts, type Counts } from './counts.js';

export interface TestStep {
  name: string;
  title: string;
  command: readonly [string, ...string[]];
  env?: Record<string, string>;
  /** Reads what the step wrote about its tests; a step without tests counts none. */
  counts: () => Counts;
}

const experimentalModules = [process.env.NODE_OPTIONS, '--experimental-vm-modules', '--no-warnings']
  .filter(Boolean)
  .join(' ');

/** What `npm test` does, in this order. Reports go to `reportsDir`. */
export function testSteps(root: string, reportsDir: string): TestStep[] {
  const jest = (project: 'unit' | 'medium', title: string): TestStep => {
    const report = join(reportsDir, `${project}.json`);
    return {
      name: project,
      title,
      command: ['jest', '--selectProjects', project, '--json', '--outputFile', report],
      env: { NODE_OPTIONS: experimentalModules },
      counts: () => jestCounts(report),
    };
  };
  const types = (name: string, title: string, project: string): TestStep => ({
    name,
    title,
    command: ['tsc', '-p', project, '--noEmit'],
    counts: noCounts,
  });
  const browserReport = join(reportsDir, 'browser.json');
  const browser: TestStep = {
    name: 'browser',
    title: 'Browser tests',
    command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
    counts: () => playwrightCounts(browserReport),
  };
  return [
    { name: 'lint', title: 'Lint', command: ['eslint', '.', '--max-warnings', '0'], counts: noCounts },
    {
      name: 'format',
      title: 'Format',
      command: ['prettier', '--check', '--log-level', 'warn', '.'],
      counts: noCounts,
    },
    types('types', 'Types', 'tsconfig.json'),
    types('web-types', 'Types of the web', 'web/tsconfig.json'),
    jest('unit', 'Unit tests'),
    jest('medium', 'Tests on PostgreSQL and Redis'),
    browser,
  ];
}
