const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 10_000;
/** A process that ran this long counts as healthy: its next crash is the first of a new series. */
const HEALTHY_AFTER_MS = 30_000;

/** Counts consecutive crashes and doubles the restart delay with each. */
export class CrashCounter {
  private consecutiveCrashes = 0;

  /** Records a crash and returns how long to wait before the restart. */
  recordCrash(uptimeMs: number): number {
    this.consecutiveCrashes = uptimeMs > HEALTHY_AFTER_MS ? 1 : this.consecutiveCrashes + 1;
    return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.consecutiveCrashes - 1));
  }
}
