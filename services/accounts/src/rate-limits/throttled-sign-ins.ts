import { currentContext } from '@desk/bullmq-transport';
import type { Caller } from '@desk/contracts';
import {
  DistinctBatches,
  InjectLogger,
  type Logger,
  PeriodicTasks,
  stableUuid,
  truncateAddress,
} from '@desk/service-kit';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ReportedEntryRepository } from '../audit/reported-entry.repository.js';

interface ThrottledAttempt {
  readonly email: string;
  readonly caller: Caller;
  readonly correlationId: string | null;
  readonly atMs: number;
}

const ACTION = 'sign-in-throttled';
const WINDOW_MS = 15 * 60_000;
const FLUSH_INTERVAL_MS = 1_000;

const windowOf = ({ atMs }: ThrottledAttempt): number => Math.floor(atMs / WINDOW_MS);

/**
 * Writes throttled sign-ins to the audit log: one entry per account and quarter of an hour, or per network if no account
 * has the address, so that a flood does not fill the table. Whether an account has it is looked up a moment later, so
 * that response times do not reveal it. A crash loses at most those of one second.
 */
@Injectable()
export class ThrottledSignIns implements OnModuleInit, OnApplicationShutdown {
  private readonly attempts = new DistinctBatches<ThrottledAttempt>({
    batchSize: 100,
    maxWaiting: 1_000,
    send: (attempts) => this.insert(attempts),
  });

  constructor(
    private readonly dataSource: DataSource,
    private readonly reported: ReportedEntryRepository,
    private readonly tasks: PeriodicTasks,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.start({
      name: 'throttled sign-in recording',
      intervalMs: FLUSH_INTERVAL_MS,
      run: () => this.flush(),
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  record(email: string, caller: Caller): void {
    const correlationId = currentContext()?.correlationId ?? null;
    const attempt = { email, caller, correlationId, atMs: Date.now() };
    this.attempts.add(stableUuid(email, truncateAddress(caller.address), windowOf(attempt)), attempt);
  }

  private async flush(): Promise<void> {
    const dropped = this.attempts.takeDropped();
    if (dropped > 0) this.logger.warn({ dropped }, 'throttled sign-ins not recorded');
    await this.attempts.flush();
  }

  private async insert(attempts: readonly ThrottledAttempt[]): Promise<void> {
    const users: { id: string; email: string }[] = await this.dataSource.query(
      'SELECT id, email FROM users WHERE email = ANY ($1::text[])',
      [attempts.map(({ email }) => email)],
    );
    const ids = new Map(users.map(({ id, email }) => [email, id]));
    await this.reported.insert(
      attempts.map((attempt) => {
        const userId = ids.get(attempt.email) ?? null;
        const { caller, correlationId, atMs } = attempt;
        return {
          id: stableUuid(ACTION, userId ?? truncateAddress(caller.address), windowOf(attempt)),
          at: new Date(atMs).toISOString(),
          action: ACTION,
          userId,
          ...caller,
          correlationId,
        };
      }),
    );
  }
}
