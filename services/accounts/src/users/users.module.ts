import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { CardService } from './card.service.js';
import { EmailChangesRepository } from './email-changes.repository.js';
import { ProfileService } from './profile.service.js';
import { RegistrationService } from './registration.service.js';
import { StandingRepair } from './standing.repair.js';
import { StandingRepository } from './standing.repository.js';
import { EligibilityService } from './standing.service.js';
import { UserListsController } from './user-lists.controller.js';
import { UserListsRepository } from './user-lists.repository.js';
import { UserListsService } from './user-lists.service.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [AuditModule, DatabaseModule, SessionsModule, ThrottlingModule],
  providers: [
    CardService,
    EmailChangesRepository,
    ProfileService,
    RegistrationService,
    StandingRepair,
    StandingRepository,
    EligibilityService,
    UserListsRepository,
    UserListsService,
  ],
  controllers: [UsersController, UserListsController],
  exports: [RegistrationService, EligibilityService],
})
export class UsersModule {}
