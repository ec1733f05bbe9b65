import './typescript-sources.mjs';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * Runs test files in the worker's own context instead of a new one for each. Jest would link every module again for
 * each file, which took four times as long as the tests themselves.
 */
export default class SharedEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  #console = globalThis.console;
  #exit = process.exit;

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    // Node maps stack traces to the sources. Jest only knows the files that it transformed.
    Error.prepareStackTrace = undefined;
    process.setSourceMapsEnabled(true);
    // Jest sets 100. The tests of refused messages then spent most of their time on the stack traces of errors.
    Error.stackTraceLimit = 15;
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    // Jest replaces both for each file.
    globalThis.console = this.#console;
    process.exit = this.#exit;
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
}
