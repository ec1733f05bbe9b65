import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'bullmq';

const PROBE_INTERVAL_MS = 500;

/** Rejects while what every handler needs, such as the database, is down. */
export type DependencyProbe = () => Promise<unknown>;

/**
 * Stops a worker from taking jobs while what its handlers need is down: they wait in their queue, in order, instead of
 * using up their attempts.
 */
export class WorkerPause {
  private isRunning = false;
  private isStopped = false;

  constructor(
    private readonly probe: DependencyProbe,
    private readonly probeIntervalMs = PROBE_INTERVAL_MS,
  ) {}

  /** Called after a job failed because of a dependency. Resolves when the worker takes jobs again. */
  async whileAway(worker: Pick<Worker, 'pause' | 'resume'>): Promise<void> {
    if (this.isRunning || this.isStopped) return;
    this.isRunning = true;
    try {
      if (!(await this.isAway())) return;
      await worker.pause(true);
      if (await this.returns()) await worker.resume();
    } finally {
      this.isRunning = false;
    }
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Resolves with false once stopped. */
  private async returns(): Promise<boolean> {
    do await pause(this.probeIntervalMs);
    while (!this.isStopped && (await this.isAway()));
    return !this.isStopped;
  }

  private isAway(): Promise<boolean> {
    return this.probe().then(
      () => false,
      () => true,
    );
  }
}
