import type { SitePage } from '@desk/contracts/site-pages';
import { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { createRoutes } from './routes';
import { signedInRoutes } from './signed-in-routes';

const listPaths = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [
    ...(path === undefined || path === '*' ? [] : [path]),
    ...listPaths(children),
  ]);

/** Returns every page of the router with how the gateway must serve it. */
export function listSitePages(prerendered: ReadonlySet<string>): SitePage[] {
  const signedIn = new Set(listPaths([signedInRoutes(() => Promise.resolve(null))]));
  return listPaths(createRoutes(new QueryClient())).map((path) => ({
    path,
    kind: prerendered.has(path) ? 'prerendered' : signedIn.has(path) ? 'signed-in' : 'guarded',
  }));
}
