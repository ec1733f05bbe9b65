import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { DraftEntity } from './draft.entity.js';
import { DraftRepository } from './draft.repository.js';
import { DraftsService } from './drafts.service.js';
import { OnboardingController } from './onboarding.controller.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationService } from './registration.service.js';
import { SignUpSaga } from './sign-up.saga.js';
import { SignUpService } from './sign-up.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([DraftEntity]),
    AuditModule,
    IntegrationsModule,
    RateLimitsModule,
    SessionsModule,
    UsersModule,
  ],
  providers: [DraftRepository, DraftsService, RegistrationService, SignUpSaga, SignUpService],
  controllers: [OnboardingController, RegistrationController],
})
export class OnboardingModule {}
