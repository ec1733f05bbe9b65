import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { PasswordResetModule } from '../password-reset/password-reset.module.js';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { PasswordChangeController } from './password-change.controller.js';
import { PasswordChangeService } from './password-change.service.js';

@Module({
  imports: [AuditModule, DatabaseModule, PasswordResetModule, ThrottlingModule],
  providers: [PasswordChangeService],
  controllers: [PasswordChangeController],
})
export class PasswordChangeModule {}
