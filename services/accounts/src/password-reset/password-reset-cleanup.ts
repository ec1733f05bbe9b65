import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PasswordResetRepository } from './password-reset.repository.js';

const INTERVAL_MS = 3_600_000;

@Injectable()
export class PasswordResetCleanup implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly passwordResets: PasswordResetRepository,
  ) {}

  onModuleInit(): void {
    this.tasks.start({
      name: 'password reset cleanup',
      intervalMs: INTERVAL_MS,
      run: () => this.passwordResets.deleteExpired(),
    });
  }
}
