import { type DynamicModule, Module } from '@nestjs/common';
import type { RetentionRule } from './retention-rule.js';
import { RETENTION_RULES, RetentionJob } from './retention.job.js';

/** Schedules the retention rules of a service. */
@Module({})
export class RetentionModule {
  static of(rules: readonly RetentionRule[]): DynamicModule {
    return {
      module: RetentionModule,
      providers: [{ provide: RETENTION_RULES, useValue: rules }, RetentionJob],
    };
  }
}
