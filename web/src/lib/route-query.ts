import type { RouteName } from '@desk/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { callRoute, type RouteArgs } from './api-client';

/** Builds a query key. It starts with the route's name, so all queries of a route can be invalidated at once. */
export const routeKey = <Name extends RouteName, Parts extends readonly unknown[]>(
  name: Name,
  ...parts: Parts
): readonly [Name, ...Parts] => [name, ...parts];

/** Builds the query options of a GET route. The key is the route's name, followed by its parameters if it has any. */
export const routeQuery = <Name extends RouteName>(name: Name, ...args: RouteArgs<Name>) =>
  queryOptions({ queryKey: routeKey(name, ...args), queryFn: () => callRoute(name, ...args) });
