import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DraftRepository } from './draft.repository.js';

const INTERVAL_MS = 3_600_000;

@Injectable()
export class DraftCleanup implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly drafts: DraftRepository,
  ) {}

  onModuleInit(): void {
    this.tasks.start({
      name: 'sign-up draft cleanup',
      intervalMs: INTERVAL_MS,
      run: () => this.drafts.deleteAbandoned(),
    });
  }
}
