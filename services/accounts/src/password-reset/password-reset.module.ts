import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { PasswordChangeModule } from '../password-change/password-change.module.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import { RecoveryModule } from '../recovery/recovery.module.js';
import { UsersModule } from '../users/users.module.js';
import { CardDigitsService } from './card-digits.service.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordResetRepository } from './password-reset.repository.js';
import { PasswordResetService } from './password-reset.service.js';

@Module({
  imports: [AuditModule, PasswordChangeModule, RateLimitsModule, RecoveryModule, UsersModule],
  providers: [CardDigitsService, PasswordResetRepository, PasswordResetService],
  controllers: [PasswordResetController],
})
export class PasswordResetModule {}
