/** One finished run. */
export interface TaskRun {
  readonly durationMs: number;
  /** Undefined when the run succeeded. */
  readonly error?: unknown;
}

interface PeriodicTaskOptions {
  /** Pause between the end of one run and the start of the next. */
  readonly intervalMs: number;
  readonly run: () => Promise<unknown>;
  /** Called after each run. Must not throw. */
  readonly onRun: (run: TaskRun) => void;
}

/** Pauses vary by this share of the interval, so that copies of a service started together drift apart. */
const JITTER = 0.25;

/** Repeats work until it is stopped. Runs never overlap; a failed run is followed by the next one as usual. */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | undefined;
  private queued: Promise<void> | undefined;
  private isStopped = false;
  private startedAt: number | undefined;

  constructor(private readonly options: PeriodicTaskOptions) {}

  /** How long the run in progress has taken so far; 0 between runs. */
  get runningForMs(): number {
    return this.startedAt === undefined ? 0 : performance.now() - this.startedAt;
  }

  /** Schedules the first run, one interval from now. */
  start(): void {
    this.schedule();
  }

  /** Prevents further runs and waits for the one in progress. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.current;
    await this.queued;
  }

  /**
   * Runs once more, as soon as a run in progress has ended. Callers that arrive before that run starts share it,
   * because it sees everything that they wrote. Never rejects; does nothing once stopped.
   */
  runNow(): Promise<void> {
    return (this.queued ??= (this.current ?? Promise.resolve()).then(() => {
      this.queued = undefined;
      return this.execute();
    }));
  }

  private execute(): Promise<void> {
    if (this.isStopped) return Promise.resolve();
    const startedAt = performance.now();
    this.startedAt = startedAt;
    const finish = (outcome: Omit<TaskRun, 'durationMs'>): void => {
      this.current = undefined;
      this.startedAt = undefined;
      this.options.onRun({ durationMs: performance.now() - startedAt, ...outcome });
    };
    this.current = Promise.resolve()
      .then(this.options.run)
      .then(
        () => finish({}),
        (error: unknown) => finish({ error }),
      );
    return this.current;
  }

  private schedule(): void {
    if (this.isStopped) return;
    const pauseMs = this.options.intervalMs * (1 - JITTER + 2 * JITTER * Math.random());
    this.timer = setTimeout(() => void this.runNow().then(() => this.schedule()), pauseMs);
  }
}
