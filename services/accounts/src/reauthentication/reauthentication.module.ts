import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ReauthenticationController } from './reauthentication.controller.js';
import { ReauthenticationService } from './reauthentication.service.js';

@Module({
  imports: [AuditModule, RateLimitsModule, SecondFactorsModule, SessionsModule, UsersModule],
  providers: [ReauthenticationService],
  controllers: [ReauthenticationController],
})
export class ReauthenticationModule {}
