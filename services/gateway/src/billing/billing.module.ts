import { Module } from '@nestjs/common';
import { CardsController } from './cards.controller.js';
import { ConfigController } from './config.controller.js';

@Module({ controllers: [CardsController, ConfigController] })
export class BillingModule {}
