/** Milliseconds since the epoch, with fractions. Comparable with the clocks of other processes on this machine. */
export class Clock {
  private readonly offset = Date.now() - performance.now();

  now(): number {
    return this.offset + performance.now();
  }
}
