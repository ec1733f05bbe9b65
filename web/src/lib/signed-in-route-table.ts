import { type RouteTable, routes } from '@desk/contracts/routes';
import { isForEverybody, toTable } from './route-tables';

/** The routes that only signed-in pages call, which load them with their layout. Inlined like `routeTable`. */
export const signedInRouteTable = toTable(routes, (route) => !isForEverybody(route)) as Partial<RouteTable>;
