import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import { AccountStatusPublisher } from './account-status.publisher.js';
import { BuyerSettingsRepository } from './buyer-settings.repository.js';
import { BuyerSettingsService } from './buyer-settings.service.js';
import { CardService } from './card.service.js';
import { EmailChangeRepository } from './email-change.repository.js';
import { EmailChangeService } from './email-change.service.js';
import { ProfileService } from './profile.service.js';
import { UserListRepository } from './user-list.repository.js';
import { UserListsController } from './user-lists.controller.js';
import { UserListsService } from './user-lists.service.js';
import { UserRepository } from './user.repository.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [AuditModule, CredentialsModule, RateLimitsModule],
  providers: [
    AccountStatusPublisher,
    BuyerSettingsRepository,
    BuyerSettingsService,
    CardService,
    EmailChangeRepository,
    EmailChangeService,
    ProfileService,
    UserListRepository,
    UserListsService,
    UserRepository,
    UsersService,
  ],
  controllers: [UsersController, UserListsController],
  exports: [UserRepository, UsersService],
})
export class UsersModule {}
