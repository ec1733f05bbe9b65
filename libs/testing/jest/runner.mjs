import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import runWithCircus from 'jest-circus/runner';

const require = createRequire(import.meta.url);
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** The part of the `jest` object that our tests use. */
function createJestObject({ moduleMocker: mocker, fakeTimersModern: timers }) {
  return {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    useFakeTimers: (config) => timers.useFakeTimers(config),
    useRealTimers: () => timers.useRealTimers(),
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
    setTimeout: (ms) => {
      globalThis[TEST_TIMEOUT] = ms;
    },
  };
}

/** Jest's own test runner, with modules loaded by Node: see environment.mjs. */
export default function runTestFile(globalConfig, config, environment, runtime, testPath, sendMessage) {
  Object.assign(runtime, {
    // The runner's state is that of one test file.
    requireInternalModule(file) {
      delete require.cache[file];
      return require(file);
    },
    requireModule: require,
    setGlobalsForRuntime(globals) {
      globalThis.jestGlobals = { ...globals, jest: createJestObject(environment) };
    },
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(pathToFileURL(path).href),
  });
  delete globalThis[TEST_TIMEOUT];
  const run = runWithCircus.default ?? runWithCircus;
  return run(globalConfig, config, environment, runtime, testPath, sendMessage);
}
