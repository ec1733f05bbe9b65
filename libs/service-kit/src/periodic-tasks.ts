import { runAsWork } from '@desk/bullmq-transport';
import { PeriodicTask } from '@desk/timing';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import type { Metrics } from './metrics/create-registry.js';
import type { Logger } from './logging/logger.js';

export interface TaskDefinition {
  /** Noun phrase for logs and metrics, such as `lead expiry`. */
  readonly name: string;
  readonly intervalMs: number;
  readonly run: () => Promise<unknown>;
}

/** Starts a service's periodic tasks, counts their runs, logs failures, and ends the tasks at shutdown. */
export class PeriodicTasks implements BeforeApplicationShutdown {
  private readonly tasks: PeriodicTask[] = [];
  private readonly durations: Histogram<'task'>;
  private readonly runs: Counter<'task' | 'outcome'>;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.durations = new Histogram({
      name: 'periodic_task_duration_seconds',
      help: 'Duration of the runs of each periodic task',
      labelNames: ['task'],
      registers: [metrics],
    });
    this.runs = new Counter({
      name: 'periodic_task_runs_total',
      help: 'Runs of each periodic task by outcome',
      labelNames: ['task', 'outcome'],
      registers: [metrics],
    });
  }

  /** Starts a task; its first run begins one interval from now. */
  start({ name, intervalMs, run }: TaskDefinition): PeriodicTask {
    // An alert compares both, so both are reported from the start.
    for (const outcome of ['succeeded', 'failed']) this.runs.inc({ task: name, outcome }, 0);
    const task = new PeriodicTask({
      intervalMs,
      run: () => runAsWork(name, run),
      onRun: ({ durationMs, error }) => {
        this.durations.observe({ task: name }, durationMs / 1_000);
        this.runs.inc({ task: name, outcome: error === undefined ? 'succeeded' : 'failed' });
        if (error !== undefined) this.logger.warn({ err: error, task: name }, 'periodic task failed');
      },
    });
    this.tasks.push(task);
    task.start();
    return task;
  }

  /** Runs in progress still have their database and Redis connections: those close later in the shutdown. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }
}
