import type { Config } from 'jest';

/** Node loads the modules, once for all test files of a worker. */
const shared: NonNullable<Config['projects']>[number] & object = {
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
      ...shared,
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
