import { join } from 'node:path';
import {
  type Counts,
  listFailedJestFiles,
  listFailedPlaywrightFiles,
  noCounts,
  readJestCounts,
  readPlaywrightCounts,
} from './counts.js';

export type StepName =
  | 'unit'
  | 'lint'
  | 'imports'
  | 'capabilities'
  | 'types'
  | 'web-types'
  | 'format'
  | 'dependencies'
  | 'image'
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
  /** The step for the test files that failed. Only for tests that wait for servers or browsers. */
  repetition?: () => TestStep | undefined;
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

/** More than these fail for a reason, not because the machine was busy. */
const MAX_REPEATED_FILES = 5;

/** The step for some of its files, one after the other, with a report of its own. */
type StepFor = (files: readonly string[], report: string) => TestStep;

const repetitionOf =
  (stepFor: StepFor, report: string, listFailed: (report: string) => string[]) =>
  (): TestStep | undefined => {
    const files = listFailed(report);
    const isFew = files.length > 0 && files.length <= MAX_REPEATED_FILES;
    return isFew ? stepFor(files, report.replace('.json', '-repeated.json')) : undefined;
  };

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

const MEDIUM = { name: 'medium', title: 'Tests on PostgreSQL and Redis', lane: 'servers' } as const;

function mediumStep(scope: TestScope, reportsDir: string): TestStep {
  const step = jestStep(MEDIUM, scope, reportsDir, String(SERVER_TEST_WORKERS));
  const stepFor: StepFor = (files, report) => ({
    ...MEDIUM,
    command: [
      ...([
        'jest',
        '--selectProjects',
        MEDIUM.name,
        '--maxWorkers=1',
        '--json',
        '--outputFile',
        report,
      ] as const),
      ...['--runTestsByPath', ...files],
    ],
    env: { NODE_OPTIONS: nodeOptions },
    counts: () => readJestCounts(report),
  });
  const report = join(reportsDir, `${MEDIUM.name}.json`);
  return { ...step, repetition: repetitionOf(stepFor, report, listFailedJestFiles) };
}

function browserStep(reportsDir: string): TestStep {
  const stepFor: StepFor = (files, report) => ({
    name: 'browser',
    title: 'Browser tests',
    lane: 'browser',
    command: [
      ...(['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'] as const),
      ...(files.length > 0 ? ['--workers=1', ...files] : []),
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    counts: () => readPlaywrightCounts(report),
  });
  const report = join(reportsDir, 'browser.json');
  return { ...stepFor([], report), repetition: repetitionOf(stepFor, report, listFailedPlaywrightFiles) };
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
    {
      name: 'image',
      title: 'Advisories for the container image',
      lane: 'checks',
      command: ['node', 'tools/advisories/dist/scan-image.js'],
      counts: noCounts,
    },
    mediumStep(scope, reportsDir),
    browserStep(reportsDir),
  ];
}
