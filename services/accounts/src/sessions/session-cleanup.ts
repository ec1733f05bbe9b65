import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SessionRepository } from './session.repository.js';

const INTERVAL_MS = 3_600_000;

@Injectable()
export class SessionCleanup implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly sessions: SessionRepository,
  ) {}

  onModuleInit(): void {
    this.tasks.start({
      name: 'session cleanup',
      intervalMs: INTERVAL_MS,
      run: () => this.sessions.deleteExpired(),
    });
  }
}
