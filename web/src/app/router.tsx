import { createBrowserRouter, type DataRouter, matchRoutes, type RouteObject } from 'react-router';

/** Loads the lazy routes of `path`. Hydrating a prerendered page before its code is there would discard its HTML. */
export async function loadInitialRoutes(routes: RouteObject[], path: string): Promise<void> {
  const matches = matchRoutes(routes, path) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const module = await route.lazy();
      Object.assign(route, module, { lazy: undefined });
    }),
  );
}

export const createRouter = (routes: RouteObject[]): DataRouter => createBrowserRouter(routes);
