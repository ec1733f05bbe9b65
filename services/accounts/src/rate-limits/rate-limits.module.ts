import { Module } from '@nestjs/common';
import { RateLimitRepository } from './rate-limit.repository.js';
import { RateLimiter } from './rate-limiter.js';

@Module({ providers: [RateLimitRepository, RateLimiter], exports: [RateLimiter] })
export class RateLimitsModule {}
