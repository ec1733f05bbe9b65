import { Module } from '@nestjs/common';
import { OptionalQuery } from '../http/optional-query.js';
import { BuyerSettingsService } from './buyer-settings.service.js';

@Module({ providers: [OptionalQuery, BuyerSettingsService], exports: [BuyerSettingsService] })
export class BuyersModule {}
