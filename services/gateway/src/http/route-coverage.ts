import type { Route } from '@desk/contracts';
import type { Application } from 'express';

const keyOf = (method: string, path: string): string => `${method} ${path}`;

/** Returns the method and path of every route registered with Express, except those under `ignoredPath`. */
export const boundRoutes = (app: Application, ignoredPath: string): string[] =>
  app.router.stack.flatMap(({ route }) =>
    route && !route.path.startsWith(ignoredPath)
      ? route.stack.map(({ method }) => keyOf(method.toUpperCase(), route.path))
      : [],
  );

/** Throws unless each declared route is bound exactly once and no other route is bound. */
export function checkRouteCoverage(declared: readonly Route[], bound: readonly string[]): void {
  const expected = declared.map(({ method, path }) => keyOf(method, path));
  const faults = [
    ...expected.filter((route) => !bound.includes(route)).map((route) => `no handler for '${route}'`),
    ...bound
      .filter((route, index) => bound.indexOf(route) !== index)
      .map((route) => `more than one handler for '${route}'`),
    ...bound.filter((route) => !expected.includes(route)).map((route) => `'${route}' is not declared`),
  ];
  if (faults.length > 0) throw new Error(`gateway: ${[...new Set(faults)].join('; ')}`);
}
