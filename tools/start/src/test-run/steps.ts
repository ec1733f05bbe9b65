import { join } from 'node:path';
import { readJestCounts, noCounts, readPlaywrightCounts, type Counts } from './counts.js';

export type StepName =
  | 'unit'
  | 'lint'
  | 'imports'
  | 'capabilities'
  | 'types'
  | 'web-types'
  | 'format'
  | 'dependencies'
  | 'medium'
  | 'browser';

/**
 * Steps of different lanes run side by side. `checks` keep the processor busy; `servers` mostly wait for timers and
 * for PostgreSQL and Redis. `browser` starts when both are done, because its tests measure what a user notices.
 */
export type Lane = 'checks' | 'servers' | 'browser';

export interface TestStep {
  name: StepName;
  title: string;
  lane: Lane;
  command: readonly [string, ...string[]];
  env?: Record<string, string>;
  /** Reads the step's report. A step without tests counts none. */
  counts: () => Counts;
}

/** What part of the repository to test. Undefined files or folders mean all of them. */
export interface TestScope {
  lintFiles?: readonly string[];
  formatFiles?: readonly string[];
  /** Folders of the packages whose Jest tests run. */
  packageFolders?: readonly string[];
}

/** More workers than two processors, because the tests on servers mostly wait. */
const SERVER_TEST_WORKERS = 4;

const CRUISED_FOLDERS = ['libs', 'services', 'tools', 'web/src', 'e2e'];

const nodeOptions = [process.env.NODE_OPTIONS, '--experimental-vm-modules', '--no-warnings']
  .filter(Boolean)
  .join(' ');

function jestStep(
  step: Pick<TestStep, 'name' | 'title' | 'lane'>,
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

const typesStep = (name: 'types' | 'web-types', title: string, project: string): TestStep => ({
  name,
  title,
  lane: 'checks',
  command: ['tsc', '-p', project, '--noEmit'],
  counts: noCounts,
});

/** Returns the steps of `npm test` in their order. Reports are written to `reportsDir`. */
export function testSteps(stateDir: string, reportsDir: string, scope: TestScope = {}): TestStep[] {
  const browserReport = join(reportsDir, 'browser.json');
  const cache = ['--cache', '--cache-strategy', 'content', '--cache-location'];
  return [
    jestStep({ name: 'unit', title: 'Unit tests', lane: 'checks' }, scope, reportsDir, '100%'),
    {
      name: 'lint',
      title: 'Lint',
      lane: 'checks',
      command: [
        'eslint',
        ...(scope.lintFiles ?? ['.']),
        ...['--max-warnings', '0', '--no-warn-ignored', ...cache, join(stateDir, 'cache', 'eslint')],
      ],
      counts: noCounts,
    },
    {
      name: 'imports',
      title: 'Imports',
      lane: 'checks',
      command: ['depcruise', ...CRUISED_FOLDERS, '--config', '.dependency-cruiser.mjs'],
      counts: noCounts,
    },
    {
      name: 'capabilities',
      title: 'Imports between capabilities',
      lane: 'checks',
      command: ['depcruise', 'services', '--config', '.dependency-cruiser.capabilities.mjs'],
      counts: noCounts,
    },
    typesStep('types', 'Types', 'tsconfig.json'),
    typesStep('web-types', 'Web types', 'web/tsconfig.json'),
    {
      name: 'format',
      title: 'Format',
      lane: 'checks',
      command: [
        'prettier',
        ...['--check', '--log-level', 'warn', ...cache, join(stateDir, 'cache', 'prettier')],
        ...(scope.formatFiles ? ['--ignore-unknown', ...scope.formatFiles] : ['.']),
      ],
      counts: noCounts,
    },
    {
      name: 'dependencies',
      title: 'Advisories for dependencies',
      lane: 'checks',
      command: ['node', 'tools/start/dist/test-run/scan-dependencies.js'],
      counts: noCounts,
    },
    jestStep(
      { name: 'medium', title: 'Tests on PostgreSQL and Redis', lane: 'servers' },
      scope,
      reportsDir,
      String(SERVER_TEST_WORKERS),
    ),
    {
      name: 'browser',
      title: 'Browser tests',
      lane: 'browser',
      command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
      counts: () => readPlaywrightCounts(browserReport),
    },
  ];
}
