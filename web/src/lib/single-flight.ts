/**
 * Runs a task one at a time. Requests during a run cause one more run after it, however many there were, so the last
 * run always starts after the last request.
 */
export class SingleFlight {
  private isRunning = false;
  private isRequested = false;

  constructor(private readonly run: () => Promise<unknown>) {}

  request(): void {
    this.isRequested = true;
    if (!this.isRunning) void this.runRequested();
  }

  private async runRequested(): Promise<void> {
    this.isRunning = true;
    while (this.isRequested) {
      this.isRequested = false;
      // Each query shows its own error.
      await this.run().catch(() => undefined);
    }
    this.isRunning = false;
  }
}
