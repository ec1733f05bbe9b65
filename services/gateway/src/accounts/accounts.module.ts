import { Module } from '@nestjs/common';
import { IntegrationsController } from './integrations.controller.js';
import { SecurityController } from './security.controller.js';
import { UserController } from './user.controller.js';

@Module({ controllers: [UserController, SecurityController, IntegrationsController] })
export class AccountsModule {}
