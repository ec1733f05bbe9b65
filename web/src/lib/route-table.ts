import { type RouteTable, routes } from '@desk/contracts/routes';

/** Method and path of each route. Inlined at build time (build/evaluate-at-build.ts), so that yup is not bundled. */
export const routeTable = Object.fromEntries(
  Object.entries(routes)
    // Only providers call webhooks, and only funnels post leads.
    .filter(([, { path }]) => !/^\/api\/(webhooks|ingest)\//.test(path))
    .map(([name, { method, path }]) => [name, [method, path]]),
) as Record<string, unknown> as RouteTable;
