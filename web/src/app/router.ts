import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { createRoutes, ROOT_ID } from './routes';

type Router = ReturnType<typeof createBrowserRouter>;

const findRoutes = (routes: RouteObject[], path = location.pathname): RouteObject[] =>
  matchRoutes(routes, path)?.map(({ route }) => route) ?? [];

/** Loads the code of the page. Hydrating a prerendered page before its code is there would discard its HTML. */
async function loadPage(routes: RouteObject[]): Promise<void> {
  await Promise.all(
    findRoutes(routes).map(async (route) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

/** Public pages load the routes of the signed-in pages on the way to a path that is not public. */
export async function loadRouter(queryClient: QueryClient): Promise<Router> {
  const loadSignedInRoutes = async () =>
    (await import('./signed-in-routes')).createSignedInRoutes(queryClient);
  const publicRoutes = createRoutes(queryClient);
  const isPublic = (path: string) => findRoutes(publicRoutes, path).at(-1)?.path !== '*';
  try {
    if (!isPublic(location.pathname)) {
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
    // The router also asks for paths of public pages that have a parameter.
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (!isPublic(path)) patch(ROOT_ID, [await loadSignedInRoutes()]);
    },
  });
}
