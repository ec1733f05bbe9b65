import { createBrowserRouter, type DataRouter, matchRoutes, type RouteObject } from 'react-router';

/** A prerendered page can only be taken over when its code is there, so what its routes bring is fetched first. */
export async function loadFirstPage(routes: RouteObject[], path: string): Promise<void> {
  const matches = matchRoutes(routes, path) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const parts = await route.lazy();
      Object.assign(route, parts, { lazy: undefined });
    }),
  );
}

export const createRouter = (routes: RouteObject[]): DataRouter => createBrowserRouter(routes);
