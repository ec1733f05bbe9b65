import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { RateLimitRepository } from './rate-limit.repository.js';
import { RateLimiter } from './rate-limiter.js';
import { ThrottledSignIns } from './throttled-sign-ins.js';

@Module({
  imports: [AuditModule],
  providers: [RateLimitRepository, RateLimiter, ThrottledSignIns],
  exports: [RateLimiter],
})
export class RateLimitsModule {}
