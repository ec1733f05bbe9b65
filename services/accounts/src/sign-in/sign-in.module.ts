import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInController } from './sign-in.controller.js';
import { SignInRepository } from './sign-in.repository.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [AuditModule, RateLimitsModule, SessionsModule],
  providers: [SignInRepository, SignInService],
  controllers: [SignInController],
})
export class SignInModule {}
