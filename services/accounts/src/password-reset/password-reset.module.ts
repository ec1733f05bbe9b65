import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { NewPassword } from './new-password.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordResetsRepository } from './password-resets.repository.js';

@Module({
  imports: [AuditModule, DatabaseModule, SessionsModule, ThrottlingModule],
  providers: [NewPassword, PasswordResetService, PasswordResetsRepository],
  controllers: [PasswordResetController],
  exports: [NewPassword],
})
export class PasswordResetModule {}
