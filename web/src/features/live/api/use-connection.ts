import { useEffect, useSyncExternalStore } from 'react';
import type { LiveConnection, LiveState } from '../lib/live-connection';

/** Keeps the connection open while the component is mounted, unless nobody needs it. */
export function useConnection(connection: LiveConnection, isNeeded = true): LiveState {
  useEffect(() => {
    if (!isNeeded) return;
    const release = connection.acquire();
    const wake = () => connection.wake();
    const reconnect = () => connection.reconnect();
    addEventListener('pageshow', wake);
    addEventListener('online', wake);
    addEventListener('offline', reconnect);
    document.addEventListener('visibilitychange', wake);
    return () => {
      release();
      removeEventListener('pageshow', wake);
      removeEventListener('online', wake);
      removeEventListener('offline', reconnect);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [connection, isNeeded]);
  return useSyncExternalStore(connection.subscribe, connection.read);
}
