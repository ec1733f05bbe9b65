import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EmailChangeRepository } from './email-change.repository.js';

const INTERVAL_MS = 3_600_000;

@Injectable()
export class EmailChangeCleanup implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly emailChanges: EmailChangeRepository,
  ) {}

  onModuleInit(): void {
    this.tasks.start({
      name: 'email change cleanup',
      intervalMs: INTERVAL_MS,
      run: () => this.emailChanges.deleteExpired(),
    });
  }
}
