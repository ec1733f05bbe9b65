/** Milliseconds since the epoch, with fractions; the same clock as other processes of this machine read. */
export class Clock {
  private readonly offset = Date.now() - performance.now();

  now(): number {
    return this.offset + performance.now();
  }
}
