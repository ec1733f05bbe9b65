import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Flow } from './flow.js';
import { type Progress, RunningFlow } from './running-flow.js';
import type { StepRow } from './step-table.js';

/**
 * How often each table is searched for overdue rows, ±25%. What a killed process was doing, another one does within 13 s:
 * first its lease of six seconds ends, then the next sweep finds the row. Keep it within 15 s (ADR 16).
 */
const SWEEP_INTERVAL_MS = 5_000;

/** Runs the flows of a service, in any number of copies (`docs/steps.md`). */
@Injectable()
export class StepRunner implements BeforeApplicationShutdown {
  private readonly running = new Map<object, Pick<RunningFlow<StepRow, object>, 'progressOf' | 'close'>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly tasks: PeriodicTasks,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Starts to work on the rows of a flow: those that transactions make due, and those that were lost with a process. */
  start<Row extends StepRow, Outcome extends object>(flow: Flow<Row, Outcome>): void {
    const running = new RunningFlow(flow, this.transactions, this.logger);
    this.running.set(flow, running);
    const run = () => running.sweep();
    this.tasks.start({ name: `${flow.table.name} sweep`, intervalMs: SWEEP_INTERVAL_MS, run });
  }

  /** Returns whether this process has no place for more rows of a kind, and where they are stalled. */
  progressOf(flow: object, kind: string): Progress {
    const running = this.running.get(flow);
    if (!running) throw new Error('the flow was not started');
    return running.progressOf(kind);
  }

  /** What is in progress at a shutdown is recorded before the connections close. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.running.values()].map((flow) => flow.close()));
  }
}
