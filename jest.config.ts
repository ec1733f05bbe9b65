import { readFileSync } from 'node:fs';
import type { Config } from 'jest';

const swc = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8')) as Record<string, unknown>;

const shared: NonNullable<Config['projects']>[number] & object = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': ['@swc/jest', { ...swc, swcrc: false }] },
  moduleNameMapper: {
    '^@desk/tool-([a-z-]+)$': '<rootDir>/tools/$1/src/index.ts',
    '^@desk/contracts/(.+)$': '<rootDir>/libs/contracts/src/$1',
    '^@desk/([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@/(.+)$': '<rootDir>/web/src/$1',
    '^(\\.{1,2}/.*(?<!\\.json))\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['/dist/'],
};

/** Node loads the modules, once for all test files of a worker. */
const native: NonNullable<Config['projects']>[number] & object = {
  testEnvironment: '<rootDir>/libs/testing/jest/environment.mjs',
  testRunner: '<rootDir>/libs/testing/jest/runner.mjs',
  transform: {},
  modulePathIgnorePatterns: ['/dist/'],
};

/** `unit` needs no server. `medium` uses a real PostgreSQL and Redis, which are started once for the run. */
const config: Config = {
  // Only ends tests that hang: no test measures time. Jest ignores the `testTimeout` of a project.
  testTimeout: 300_000,
  projects: [
    {
      ...native,
      displayName: 'unit',
      testMatch: ['<rootDir>/{libs,services,tools}/*/src/**/*.spec.ts', '<rootDir>/web/src/**/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'medium',
      testMatch: ['<rootDir>/{libs,services,tools}/*/{src,test}/**/*.medium-spec.ts'],
      globalSetup: '<rootDir>/libs/testing/jest/global-setup.mjs',
      globalTeardown: '<rootDir>/libs/testing/jest/global-teardown.mjs',
    },
  ],
};

export default config;
