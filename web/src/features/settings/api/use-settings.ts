import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '@/lib/current-user';

/** Long enough not to load the user again right after the route's loader did. */
const STALE_TIME_MS = 2_000;

/** Loads the current user again: the cached one may be hours old and changed in another window. */
export function useSettings() {
  const { data, error, isFetching, refetch } = useQuery({ ...userQuery, staleTime: STALE_TIME_MS });
  const [isReady, setReady] = useState(false);
  // Stays true, so that a later refetch never replaces a form the user is filling out.
  if (!isReady && !isFetching && error === null) setReady(true);
  return { data: (isReady && data) || undefined, error: isReady ? null : error, isFetching, refetch };
}
