import { type RouteTable, routes } from '@desk/contracts/routes';

/**
 * Where each route is. Replaced at build time by its value (build/evaluate-at-build.ts), so that neither the routes' schemas
 * nor yup are bundled.
 */
export const routeTable = Object.fromEntries(
  Object.entries(routes).map(([name, { method, path }]) => [name, [method, path]]),
) as unknown as RouteTable;
