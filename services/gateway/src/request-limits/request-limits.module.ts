import { Global, Module } from '@nestjs/common';
import { RequestLimiter } from './request-limiter.js';

/** Global, because the guards of every route use the limiter. */
@Global()
@Module({ providers: [RequestLimiter], exports: [RequestLimiter] })
export class RequestLimitsModule {}
