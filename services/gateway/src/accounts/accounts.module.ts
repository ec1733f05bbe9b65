import { Module } from '@nestjs/common';
import { BuyersModule } from '../buyers/buyers.module.js';
import { IntegrationsController } from './integrations.controller.js';
import { SecurityController } from './security.controller.js';
import { UserController } from './user.controller.js';

@Module({
  imports: [BuyersModule],
  controllers: [UserController, SecurityController, IntegrationsController],
})
export class AccountsModule {}
