import { Module } from '@nestjs/common';
import { RateLimitCleanup } from './rate-limit-cleanup.js';
import { RateLimitRepository } from './rate-limit.repository.js';
import { RateLimiter } from './rate-limiter.js';

@Module({ providers: [RateLimitCleanup, RateLimitRepository, RateLimiter], exports: [RateLimiter] })
export class RateLimitsModule {}
