import { keyInUse, keyOfAnotherRequest } from './errors.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface KeyedRequest {
  readonly endpoint: string;
  readonly fingerprint: string;
  readonly requestId: string;
}

export interface SavedAnswer extends KeyedRequest {
  readonly at: number;
  readonly status: number;
  readonly body: object;
}

/** The provider's rules for `Idempotency-Key` (docs.stripe.com/api/idempotent_requests). */
export class Idempotency {
  private readonly saved = new Map<string, SavedAnswer>();
  private readonly running = new Set<string>();

  /**
   * Returns the stored answer to repeat, or undefined if the request must run; then call `finish` afterward.
   * @throws StripeApiError if the key is in use or was used for another request
   */
  begin(key: string, { endpoint, fingerprint }: KeyedRequest, now: number): SavedAnswer | undefined {
    if (this.running.has(key)) throw keyInUse(key);
    this.prune(now);
    const saved = this.saved.get(key);
    if (!saved) this.running.add(key);
    else if (saved.endpoint !== endpoint)
      throw keyOfAnotherRequest(key, `for the same endpoint they were first used for ('${saved.endpoint}')`);
    else if (saved.fingerprint !== fingerprint)
      throw keyOfAnotherRequest(key, 'with the same parameters they were first used with');
    return saved;
  }

  save(key: string, answer: SavedAnswer): void {
    this.saved.delete(key);
    this.saved.set(key, answer);
  }

  finish(key: string): void {
    this.running.delete(key);
  }

  *unexpired(now = Date.now()): Iterable<[string, SavedAnswer]> {
    for (const [key, answer] of this.saved) if (answer.at > now - DAY_MS) yield [key, answer];
  }

  /** The map keeps insertion order, so expired keys come first. */
  private prune(now: number): void {
    for (const [key, answer] of this.saved) {
      if (answer.at > now - DAY_MS) return;
      this.saved.delete(key);
    }
  }
}
