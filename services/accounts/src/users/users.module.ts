import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { AccountTies } from './account-ties.js';
import { AccountStatusPublisher } from './account-status.publisher.js';
import { BuyerSettingsRepository } from './buyer-settings.repository.js';
import { BuyerSettingsService } from './buyer-settings.service.js';
import { CardService } from './card.service.js';
import { EmailConfirmationRepository } from './email-confirmation.repository.js';
import { EmailConfirmationService } from './email-confirmation.service.js';
import { TimeZoneService } from './time-zone.service.js';
import { UnsentConfirmationsPublisher } from './unsent-confirmations.publisher.js';
import { UserListRepository } from './user-list.repository.js';
import { UserListsController } from './user-lists.controller.js';
import { UserListsService } from './user-lists.service.js';
import { UserRepository } from './user.repository.js';
import { UsersController } from './users.controller.js';
import { UserEntity } from './user.entity.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([UserEntity]), AuditModule, CredentialsModule],
  providers: [
    AccountStatusPublisher,
    AccountTies,
    BuyerSettingsRepository,
    BuyerSettingsService,
    CardService,
    EmailConfirmationRepository,
    EmailConfirmationService,
    TimeZoneService,
    UnsentConfirmationsPublisher,
    UserListRepository,
    UserListsService,
    UserRepository,
    UsersService,
  ],
  controllers: [UsersController, UserListsController],
  exports: [
    AccountTies,
    BuyerSettingsService,
    EmailConfirmationRepository,
    EmailConfirmationService,
    TimeZoneService,
    UserRepository,
    UsersService,
  ],
})
export class UsersModule {}
