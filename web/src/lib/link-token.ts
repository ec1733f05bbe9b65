import { useEffect, useSyncExternalStore } from 'react';

const tokens = new Map<string, string>();

function readToken(): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) tokens.set(location.pathname, given);
  return tokens.get(location.pathname) ?? null;
}

const never = () => () => undefined;

/**
 * The secret of a mailed link stands behind the `#`, which no server sees. It is taken out of the address bar and
 * the history once it is read. Undefined until it was looked for, null when there is none.
 */
export function useLinkToken(): string | null | undefined {
  const token = useSyncExternalStore(never, readToken, () => undefined);
  useEffect(() => {
    if (location.hash.includes('token=')) history.replaceState(history.state, '', location.pathname);
  }, []);
  return token;
}
