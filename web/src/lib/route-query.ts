import type { RouteName } from '@desk/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { callRoute, type RouteArgs } from './api-client';

/** Builds the query options of a GET route. The key is the route's name, followed by its parameters if it has any. */
export const routeQuery = <Name extends RouteName>(name: Name, ...args: RouteArgs<Name>) =>
  queryOptions({ queryKey: [name, ...args], queryFn: () => callRoute(name, ...args) });
