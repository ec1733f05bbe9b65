import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '@/lib/current-user';

/** What was read for this very page is not read again; what is older may have been changed elsewhere. */
const FRESH_MS = 2_000;

/** The user as the server has it now, not as this page has known it for hours. */
export function useSettings() {
  const { data, error, isFetching, refetch } = useQuery({ ...userQuery, staleTime: FRESH_MS });
  const [isReady, setReady] = useState(false);
  // From then on what is being filled in stays, whatever becomes of later reads.
  if (!isReady && !isFetching && error === null) setReady(true);
  return { user: data, isReady, error: isReady ? null : error, isFetching, refetch };
}
