import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { UsersModule } from '../users/users.module.js';
import { DraftsRepository } from './drafts.repository.js';
import { DraftsService } from './drafts.service.js';
import { OnboardingController } from './onboarding.controller.js';
import { SignUpSaga } from './sign-up.saga.js';
import { SignUpService } from './sign-up.service.js';

@Module({
  imports: [AuditModule, DatabaseModule, SessionsModule, ThrottlingModule, UsersModule],
  providers: [DraftsRepository, DraftsService, SignUpSaga, SignUpService],
  controllers: [OnboardingController],
})
export class OnboardingModule {}
