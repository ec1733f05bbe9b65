import type { RouteDefinition } from '@desk/contracts/define-route';

/** Method and path of each route that is chosen, by name. Runs at build time. */
export const toTable = (
  routes: Readonly<Record<string, RouteDefinition>>,
  isChosen: (route: RouteDefinition) => boolean,
): Readonly<Record<string, readonly [method: string, path: string]>> =>
  Object.fromEntries(
    Object.entries(routes)
      .filter(([, route]) => isChosen(route))
      .map(([name, { method, path }]) => [name, [method, path]]),
  );

/** Whether a public page may call it: all routes about signing in, and those that need no session. */
export const isForEverybody = ({ access, path }: RouteDefinition): boolean =>
  access === 'public' || path.startsWith('/api/auth/');
