import { StripeApiError } from './errors.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface SavedAnswer {
  readonly endpoint: string;
  readonly fingerprint: string;
  readonly at: number;
  readonly requestId: string;
  readonly status: number;
  readonly body: object;
}

interface BeginResult {
  /** The stored answer to repeat; undefined if the request must run. */
  readonly replay: SavedAnswer | undefined;
}

const toError = (
  status: number,
  type: 'idempotency_error' | 'invalid_request_error',
  message: string,
  code?: string,
) => new StripeApiError(status, { type, message, ...(code === undefined ? {} : { code }) }, false);

/** The provider's rules for `Idempotency-Key` (docs.stripe.com/api/idempotent_requests). */
export class Idempotency {
  private readonly saved = new Map<string, SavedAnswer>();
  private readonly running = new Set<string>();

  /** Throws if the key is in use or was used for another request. If the request must run, call `finish` afterward. */
  begin(key: string, endpoint: string, fingerprint: string, now: number): BeginResult {
    if (this.running.has(key))
      throw toError(
        409,
        'invalid_request_error',
        `There is currently another in-progress request using this Idempotency-Key: ${key}. Please try again later.`,
        'idempotency_key_in_use',
      );
    this.prune(now);
    const saved = this.saved.get(key);
    if (saved && saved.endpoint !== endpoint)
      throw toError(
        400,
        'idempotency_error',
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${saved.endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    if (saved && saved.fingerprint !== fingerprint)
      throw toError(
        400,
        'idempotency_error',
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    if (saved) return { replay: saved };
    this.running.add(key);
    return { replay: undefined };
  }

  save(key: string, answer: SavedAnswer): void {
    this.saved.delete(key);
    this.saved.set(key, answer);
  }

  finish(key: string): void {
    this.running.delete(key);
  }

  restore(key: string, answer: SavedAnswer): void {
    this.save(key, answer);
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
