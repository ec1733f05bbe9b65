import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { EmailOwnershipModule } from '../email-ownership/email-ownership.module.js';
import { PasswordChangeModule } from '../password-change/password-change.module.js';
import { UsersModule } from '../users/users.module.js';
import { ProfileController } from './profile.controller.js';
import { ProfileService } from './profile.service.js';

@Module({
  imports: [AuditModule, EmailOwnershipModule, PasswordChangeModule, UsersModule],
  providers: [ProfileService],
  controllers: [ProfileController],
})
export class ProfileModule {}
