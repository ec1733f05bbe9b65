import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import { RecoveryModule } from '../recovery/recovery.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { BounceService } from './bounce.service.js';
import { ConfirmEmailService } from './confirm-email.service.js';
import { EmailChangeRepository } from './email-change.repository.js';
import { EmailChangeService } from './email-change.service.js';
import { EmailOwnershipController } from './email-ownership.controller.js';
import { ResendConfirmationService } from './resend-confirmation.service.js';
import { UndoEmailChangeService } from './undo-email-change.service.js';

@Module({
  imports: [AuditModule, CredentialsModule, RateLimitsModule, RecoveryModule, SessionsModule, UsersModule],
  providers: [
    BounceService,
    ConfirmEmailService,
    EmailChangeRepository,
    EmailChangeService,
    ResendConfirmationService,
    UndoEmailChangeService,
  ],
  controllers: [EmailOwnershipController],
  exports: [EmailChangeService],
})
export class EmailOwnershipModule {}
