import type { RouteName } from '@desk/contracts/routes';
import { useQueryClient } from '@tanstack/react-query';
import { routeKey } from './route-query';

/** Returns a function that reads again what these routes answered. It resolves once the page shows it. */
export function useRefresh(...names: readonly RouteName[]): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: routeKey(name) })));
}

/** Like `useRefresh`, but nobody waits for it: the refreshed list may remove the row that the mutation belongs to. */
export function useBackgroundRefresh(...names: readonly RouteName[]): () => void {
  const refresh = useRefresh(...names);
  return () => void refresh();
}
