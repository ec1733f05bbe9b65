import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { CurrentPasswordService } from './current-password.service.js';
import { PasswordChangeController } from './password-change.controller.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordUpdateService } from './password-update.service.js';

@Module({
  imports: [AuditModule, CredentialsModule, RateLimitsModule, SessionsModule, UsersModule],
  providers: [CurrentPasswordService, PasswordChangeService, PasswordUpdateService],
  controllers: [PasswordChangeController],
  exports: [CurrentPasswordService, PasswordUpdateService],
})
export class PasswordChangeModule {}
