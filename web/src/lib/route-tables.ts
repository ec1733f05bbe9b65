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

/** Whether a public page may call it: routes that need no session, and the one that tells whether there is one. */
export const isForEverybody = ({ access, path }: RouteDefinition): boolean =>
  // Only providers call webhooks.
  access === 'public' ? !path.startsWith('/api/webhooks/') : path === '/api/auth/user';
