import type { RouteName } from '@desk/contracts/routes';
import { useQueryClient } from '@tanstack/react-query';
import type { RouteAnswer, RouteArgs } from './api-client';
import { routeKey, routeQuery } from './route-query';

/** Returns a function that refetches these routes. It resolves once the page shows the new answers. */
export function useRefresh(...names: readonly RouteName[]): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: routeKey(name) })));
}

/** Like `useRefresh`, but a mutation does not wait for it: the new list may lack the row that the mutation is in. */
export function useBackgroundRefresh(...names: readonly RouteName[]): () => void {
  const refresh = useRefresh(...names);
  return () => void refresh();
}

/** Returns a function that refetches a route and returns the new answer. */
export function useReload<Name extends RouteName>(
  name: Name,
  ...args: RouteArgs<Name>
): () => Promise<RouteAnswer<Name>> {
  const queryClient = useQueryClient();
  return () => queryClient.query({ ...routeQuery(name, ...args), staleTime: 0, gcTime: 0 });
}
