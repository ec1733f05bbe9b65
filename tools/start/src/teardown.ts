/** What was started, to be stopped in the opposite order; a part that cannot be stopped holds up no other. */
export class Teardown {
  private readonly undo: (() => unknown)[] = [];
  private running: Promise<void> | undefined;

  /** Throws once the stopping has begun: nothing more may be started then. */
  add(undo: () => unknown): void {
    if (this.running) throw new Error('It is being stopped.');
    this.undo.push(undo);
  }

  /** Never rejects. A repetition is the same one. */
  run(): Promise<void> {
    this.running ??= (async () => {
      for (let next = this.undo.pop(); next; next = this.undo.pop()) {
        try {
          await next();
        } catch {
          // The guard process ends what is left.
        }
      }
    })();
    return this.running;
  }
}
