import { type DynamicModule, Module } from '@nestjs/common';
import { REENCRYPTION_TASKS, ReencryptionJob, type ReencryptionTasks } from './reencryption.job.js';

/** Schedules the re-encryption of a service's tables. Needs `EncryptionModule`. */
@Module({})
export class ReencryptionModule {
  static of(tasks: ReencryptionTasks): DynamicModule {
    return {
      module: ReencryptionModule,
      providers: [{ provide: REENCRYPTION_TASKS, useValue: tasks }, ReencryptionJob],
    };
  }
}
