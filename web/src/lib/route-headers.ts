import type { RouteName } from '@desk/contracts/routes';
import { requestRoute, type RouteAnswer, type RouteArgs } from './api-client';

/** Calls a list route whose total and next page are in the headers. */
export async function callRouteWithHeaders<Name extends RouteName>(
  name: Name,
  ...args: RouteArgs<Name>
): Promise<{ body: RouteAnswer<Name>; headers: Headers }> {
  const response = await requestRoute(name, ...args);
  return { body: (await response.json()) as RouteAnswer<Name>, headers: response.headers };
}
