import { StripeFault } from './errors.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface SavedAnswer {
  readonly endpoint: string;
  readonly fingerprint: string;
  readonly at: number;
  readonly requestId: string;
  readonly status: number;
  readonly body: object;
}

type Begun = { readonly replay: SavedAnswer } | { readonly replay: undefined };

const refusal = (
  status: number,
  type: 'idempotency_error' | 'invalid_request_error',
  message: string,
  code?: string,
) => new StripeFault(status, { type, message, ...(code === undefined ? {} : { code }) }, false);

/** The provider's rules for `Idempotency-Key` (docs.stripe.com/api/idempotent_requests). */
export class Idempotency {
  private readonly saved = new Map<string, SavedAnswer>();
  private readonly running = new Set<string>();

  /** Throws when the key is in use or was used otherwise; a key that may run must be ended with `finish`. */
  begin(key: string, endpoint: string, fingerprint: string, now: number): Begun {
    if (this.running.has(key))
      throw refusal(
        409,
        'invalid_request_error',
        `There is currently another in-progress request using this Idempotency-Key: ${key}. Please try again later.`,
        'idempotency_key_in_use',
      );
    this.prune(now);
    const found = this.saved.get(key);
    if (found && found.endpoint !== endpoint)
      throw refusal(
        400,
        'idempotency_error',
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${found.endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    if (found && found.fingerprint !== fingerprint)
      throw refusal(
        400,
        'idempotency_error',
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    if (found) return { replay: found };
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

  *live(now = Date.now()): Iterable<[string, SavedAnswer]> {
    for (const [key, answer] of this.saved) if (answer.at > now - DAY_MS) yield [key, answer];
  }

  /** Keys are held in the order they were saved, so the old ones come first. */
  private prune(now: number): void {
    for (const [key, answer] of this.saved) {
      if (answer.at > now - DAY_MS) return;
      this.saved.delete(key);
    }
  }
}
