import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { createRoutes, ROOT_ID } from './routes';

type Router = ReturnType<typeof createBrowserRouter>;

const findRoutes = (routes: RouteObject[]): RouteObject[] =>
  matchRoutes(routes, location.pathname)?.map(({ route }) => route) ?? [];

/** Loads the code of the page. Hydrating a prerendered page before its code is there would discard its HTML. */
async function loadPage(routes: RouteObject[]): Promise<void> {
  await Promise.all(
    findRoutes(routes).map(async (route) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

/** Public pages load the routes of the signed-in pages only when somebody goes there. */
export async function loadRouter(queryClient: QueryClient): Promise<Router> {
  const loadSignedInRoutes = async () =>
    (await import('./signed-in-routes')).createSignedInRoutes(queryClient);
  const publicRoutes = createRoutes(queryClient);
  try {
    if (findRoutes(publicRoutes).at(-1)?.path === '*') {
      const routes = createRoutes(queryClient, await loadSignedInRoutes());
      await loadPage(routes);
      return createBrowserRouter(routes);
    }
    await loadPage(publicRoutes);
  } catch {
    // The router loads it again and shows the error.
  }
  return createBrowserRouter(publicRoutes, {
    // Prerendered pages can be read before the scripts run: the router must not scroll back to the top then.
    hydrationData: {},
    patchRoutesOnNavigation: async ({ patch }) => patch(ROOT_ID, [await loadSignedInRoutes()]),
  });
}
