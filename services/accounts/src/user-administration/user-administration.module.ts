import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { RecoveryModule } from '../recovery/recovery.module.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { UserAdministrationController } from './user-administration.controller.js';
import { UserAdministrationService } from './user-administration.service.js';

@Module({
  imports: [AuditModule, CredentialsModule, RecoveryModule, SecondFactorsModule, SessionsModule, UsersModule],
  providers: [UserAdministrationService],
  controllers: [UserAdministrationController],
})
export class UserAdministrationModule {}
