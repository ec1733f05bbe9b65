import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ChallengeRepository } from './challenge.repository.js';

const INTERVAL_MS = 600_000;

@Injectable()
export class ChallengeCleanup implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly challenges: ChallengeRepository,
  ) {}

  onModuleInit(): void {
    this.tasks.start({
      name: 'challenge cleanup',
      intervalMs: INTERVAL_MS,
      run: () => this.challenges.deleteExpired(),
    });
  }
}
