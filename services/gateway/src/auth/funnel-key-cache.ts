import { LRUCache } from 'lru-cache';

/** Looks a key up where it is stored. Returns null if it is unknown or revoked. */
export type FunnelKeyLookup<Funnel> = (keyHash: string) => Promise<Funnel | null>;

/** How long a known key is not looked up again unless `forget` is called; lead-router rejects revoked ones at once. */
const KNOWN_TTL_MS = 5_000;
/** Keeps no valid key waiting: nobody can post a key before it exists, and a revoked one stays revoked. */
const UNKNOWN_TTL_MS = 30_000;
const MAX_KEYS = 10_000;

/**
 * Remembers funnels by the hash of the key, and keys that are unknown, in two bounded caches: a flood of unknown keys
 * cannot push out known ones.
 */
export class FunnelKeyCache<Funnel extends object | string> {
  private readonly known: LRUCache<string, Funnel>;
  private readonly unknown: LRUCache<string, true>;
  private readonly lookups = new Map<string, Promise<Funnel | null>>();

  constructor(perf: { now: () => number } = performance) {
    const options = { max: MAX_KEYS, perf, ttlResolution: 0 };
    // An outdated entry still shows that its key was valid.
    this.known = new LRUCache({ ...options, ttl: KNOWN_TTL_MS, noDeleteOnStaleGet: true });
    this.unknown = new LRUCache({ ...options, ttl: UNKNOWN_TTL_MS });
  }

  /** Returns the funnel, null for an unknown key, and undefined if the key has to be looked up. */
  get(keyHash: string): Funnel | null | undefined {
    return this.known.get(keyHash) ?? (this.unknown.get(keyHash) ? null : undefined);
  }

  /** Returns the funnel if the key was valid when it was last looked up, however long ago. */
  getOutdated(keyHash: string): Funnel | undefined {
    return this.known.peek(keyHash, { allowStale: true });
  }

  /** Looks a key up and remembers the result. Concurrent calls for one key share one look-up. */
  lookUp(keyHash: string, lookup: FunnelKeyLookup<Funnel>): Promise<Funnel | null> {
    const running = this.lookups.get(keyHash);
    if (running) return running;
    const started: Promise<Funnel | null> = lookup(keyHash)
      .then((funnel) => {
        // After `forget` this result may be outdated. Callers that asked before still get it.
        if (this.lookups.get(keyHash) === started) this.remember(keyHash, funnel);
        return funnel;
      })
      .finally(() => {
        if (this.lookups.get(keyHash) === started) this.lookups.delete(keyHash);
      });
    this.lookups.set(keyHash, started);
    return started;
  }

  /** Makes the next request with this key look it up. */
  forget(keyHash: string): void {
    this.known.delete(keyHash);
    this.unknown.delete(keyHash);
    this.lookups.delete(keyHash);
  }

  private remember(keyHash: string, funnel: Funnel | null): void {
    if (funnel === null) {
      this.known.delete(keyHash);
      this.unknown.set(keyHash, true);
      return;
    }
    this.unknown.delete(keyHash);
    this.known.set(keyHash, funnel);
  }
}
