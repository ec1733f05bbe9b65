import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { AccessCheck } from '../auth/access-check.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CrossSiteGuard } from '../auth/cross-site.guard.js';
import { ProblemFilter } from '../errors/problem.filter.js';
import { BodyGuard } from './body.guard.js';
import { Routes } from './routes.js';

/** What every route has. Guards run in the order of this list. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    AccessCheck,
    Routes,
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_GUARD, useClass: CrossSiteGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
  ],
})
export class HttpModule {}
