/**
 * Runs one at a time. Asked for while it runs, it runs once more afterwards, however often it was asked: what runs
 * last began after the last request, and a flood of requests starves nobody.
 */
export class SingleFlight {
  private isRunning = false;
  private isWanted = false;

  constructor(private readonly run: () => Promise<unknown>) {}

  request(): void {
    this.isWanted = true;
    if (!this.isRunning) void this.drain();
  }

  private async drain(): Promise<void> {
    this.isRunning = true;
    while (this.isWanted) {
      this.isWanted = false;
      // What could not be read says so where it is shown.
      await this.run().catch(() => undefined);
    }
    this.isRunning = false;
  }
}
