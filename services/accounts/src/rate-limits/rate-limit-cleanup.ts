import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RateLimitRepository } from './rate-limit.repository.js';

const INTERVAL_MS = 3_600_000;

@Injectable()
export class RateLimitCleanup implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly rateLimits: RateLimitRepository,
  ) {}

  onModuleInit(): void {
    this.tasks.start({
      name: 'rate limit cleanup',
      intervalMs: INTERVAL_MS,
      run: () => this.rateLimits.deleteStale(),
    });
  }
}
