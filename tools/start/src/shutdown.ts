/** Stops what was started, last first. A part that fails to stop does not keep the others from stopping. */
export class Shutdown {
  private readonly steps: (() => unknown)[] = [];
  private running: Promise<void> | undefined;

  /** @throws once the shutdown has begun, because nothing may be started after that */
  addStep(step: () => unknown): void {
    if (this.running) throw new Error('The system is being stopped.');
    this.steps.push(step);
  }

  /** Never rejects. Every call waits for the same shutdown. */
  run(): Promise<void> {
    this.running ??= (async () => {
      for (let step = this.steps.pop(); step; step = this.steps.pop()) {
        try {
          await step();
        } catch {
          // The watchdog process stops what is left.
        }
      }
    })();
    return this.running;
  }
}
