import { Module } from '@nestjs/common';
import { IntegrationsController } from './integrations.controller.js';
import { UserController } from './user.controller.js';

@Module({ controllers: [UserController, IntegrationsController] })
export class AccountsModule {}
