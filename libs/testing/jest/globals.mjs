// Replaces `@jest/globals`. Modules are loaded once for many test files, so each call is passed to the globals of the
// file that is running.
const current = (name) => globalThis.jestGlobals[name];
const delegate = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, _this, args) => current(name)(...args),
    get: (_target, property) => current(name)[property],
  });

export const describe = delegate('describe');
export const it = delegate('it');
export const test = delegate('test');
export const expect = delegate('expect');
export const beforeAll = delegate('beforeAll');
export const beforeEach = delegate('beforeEach');
export const afterAll = delegate('afterAll');
export const afterEach = delegate('afterEach');
export const jest = delegate('jest');
