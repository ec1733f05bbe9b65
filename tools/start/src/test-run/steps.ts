import { join } from 'node:path';
import { type Counts, noCounts, readJestCounts, readPlaywrightCounts } from './counts.js';

export type StepName =
  'unit' | 'types' | 'lint' | 'imports' | 'capabilities' | 'format' | 'dependencies' | 'medium' | 'browser';

/** What `--quick` runs. */
export const QUICK_STEPS: readonly StepName[] = ['unit', 'types', 'lint'];

export interface TestStep {
  name: StepName;
  title: string;
  command: readonly [string, ...string[]];
  env?: Record<string, string>;
  /** Reads the step's report. A step without tests counts none. */
  counts: () => Counts;
}

/** The part of the repository to test. Undefined files or folders mean all of them. */
export interface TestScope {
  lintFiles?: readonly string[];
  formatFiles?: readonly string[];
  /** Folders of the packages whose Jest tests run. */
  packageFolders?: readonly string[];
}

/** More workers than two processors, because the tests on servers mostly wait. */
const SERVER_TEST_WORKERS = 4;

const CRUISED_FOLDERS = ['libs', 'services', 'tools', 'web/src', 'e2e'];

const nodeOptions = [process.env.NODE_OPTIONS, '--no-warnings'].filter(Boolean).join(' ');

function jestStep(
  step: Pick<TestStep, 'name' | 'title'>,
  { packageFolders }: TestScope,
  reportsDir: string,
  workers: string,
): TestStep {
  const report = join(reportsDir, `${step.name}.json`);
  const paths = packageFolders?.map((folder) => `^.*/${folder}/`) ?? [];
  const selection = paths.length > 0 ? ['--passWithNoTests', '--testPathPatterns', ...paths] : [];
  const output = ['--json', '--outputFile', report];
  return {
    ...step,
    command: ['jest', '--selectProjects', step.name, `--maxWorkers=${workers}`, ...output, ...selection],
    env: { NODE_OPTIONS: nodeOptions },
    counts: () => readJestCounts(report),
  };
}

function browserStep(reportsDir: string): TestStep {
  const report = join(reportsDir, 'browser.json');
  return {
    name: 'browser',
    title: 'Browser tests',
    command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    counts: () => readPlaywrightCounts(report),
  };
}

const check = (name: StepName, title: string, command: TestStep['command']): TestStep => ({
  name,
  title,
  command,
  counts: noCounts,
});

/** Returns the steps of `npm test` in their order. Reports are written to `reportsDir`. */
export function testSteps(stateDir: string, reportsDir: string, scope: TestScope = {}): TestStep[] {
  const cache = (name: string): string[] => [
    ...['--cache', '--cache-strategy', 'content'],
    ...['--cache-location', join(stateDir, 'cache', name)],
  ];
  return [
    jestStep({ name: 'unit', title: 'Unit tests' }, scope, reportsDir, '100%'),
    check('types', 'Types', ['npm', 'run', '--silent', 'typecheck']),
    check('lint', 'Lint', [
      'eslint',
      ...(scope.lintFiles ?? ['.']),
      ...['--max-warnings', '0', '--no-warn-ignored', ...cache('eslint')],
    ]),
    check('imports', 'Imports', ['depcruise', ...CRUISED_FOLDERS, '--config', '.dependency-cruiser.mjs']),
    check('capabilities', 'Imports between capabilities', [
      ...(['depcruise', 'services', '--config', '.dependency-cruiser.capabilities.mjs'] as const),
    ]),
    check('format', 'Format', [
      ...(['prettier', '--check', '--log-level', 'warn', ...cache('prettier')] as const),
      ...(scope.formatFiles ? ['--ignore-unknown', ...scope.formatFiles] : ['.']),
    ]),
    check('dependencies', 'Advisories for dependencies', [
      ...(['node', 'tools/start/dist/test-run/scan-dependencies.js'] as const),
    ]),
    jestStep(
      { name: 'medium', title: 'Tests on PostgreSQL and Redis' },
      scope,
      reportsDir,
      String(SERVER_TEST_WORKERS),
    ),
    browserStep(reportsDir),
  ];
}
