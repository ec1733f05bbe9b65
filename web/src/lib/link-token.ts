import { useEffect, useSyncExternalStore } from 'react';

/** Tokens by the path of their page. Keeps them after they are removed from the URL. */
const tokens = new Map<string, string>();

function readToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) tokens.set(location.pathname, token);
  return tokens.get(location.pathname) ?? null;
}

/** A link that is opened in the same tab changes only the fragment. */
function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

function removeFromAddress(): void {
  if (location.hash.includes('token=')) history.replaceState(history.state, '', location.pathname);
}

/**
 * Reads the secret token from an emailed link. It follows the `#`, so it never reaches a server, and is removed from
 * the address bar and the history once read, unless `isKept`. Undefined before hydration, null when the link
 * has none. Key what depends on it by the token: another link may be opened in the same tab.
 */
export function useLinkToken(isKept = false): string | null | undefined {
  const token = useSyncExternalStore(subscribe, readToken, () => undefined);
  useEffect(() => {
    if (isKept) return undefined;
    removeFromAddress();
    return subscribe(removeFromAddress);
  }, [isKept]);
  return token;
}
