/** A slower answer says too little about the moment at which it was made. */
const MAX_ROUND_TRIP_MS = 1_000;

/**
 * Redis's clock, as seen from this process. All processes measure deadlines by it, because the clocks of their machines
 * may differ by more than a command may take.
 */
export class RedisClock {
  /** What the monotonic clock of this process must be increased by. Until the first answer: its own time. */
  private offsetMs = performance.timeOrigin;

  constructor(private readonly monotonic: () => number = () => performance.now()) {}

  /** Milliseconds since the epoch. */
  now(): number {
    return this.monotonic() + this.offsetMs;
  }

  /** Asks Redis for its time. The answer counts as made halfway between question and arrival. */
  async synchronize(askTime: () => Promise<readonly (number | string)[]>): Promise<void> {
    const askedAt = this.monotonic();
    const [seconds = 0, microseconds = 0] = (await askTime()).map(Number);
    const roundTripMs = this.monotonic() - askedAt;
    if (roundTripMs > MAX_ROUND_TRIP_MS) return;
    this.offsetMs = seconds * 1_000 + microseconds / 1_000 - (askedAt + roundTripMs / 2);
  }
}
