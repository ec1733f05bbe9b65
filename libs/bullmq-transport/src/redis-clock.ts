/** The time in a slower answer is too imprecise. */
const MAX_ROUND_TRIP_MS = 1_000;

/**
 * Redis's clock, as seen from this process. All processes measure deadlines by it, because the clocks of their machines
 * may differ by more than a command may take.
 */
export class RedisClock {
  /** Added to the monotonic clock of this process. Yields the machine's time until Redis has answered. */
  private offsetMs = performance.timeOrigin;

  constructor(private readonly monotonic: () => number = () => performance.now()) {}

  /** Milliseconds since the epoch. */
  now(): number {
    return this.monotonic() + this.offsetMs;
  }

  /** Reads Redis's time, assuming that Redis answered halfway through the round trip. */
  async synchronize(readTime: () => Promise<readonly (number | string)[]>): Promise<void> {
    const sentAt = this.monotonic();
    const [seconds = 0, microseconds = 0] = (await readTime()).map(Number);
    const roundTripMs = this.monotonic() - sentAt;
    if (roundTripMs > MAX_ROUND_TRIP_MS) return;
    this.offsetMs = seconds * 1_000 + microseconds / 1_000 - (sentAt + roundTripMs / 2);
  }
}
