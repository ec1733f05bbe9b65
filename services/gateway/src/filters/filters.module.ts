import { Module } from '@nestjs/common';
import { BuyersModule } from '../buyers/buyers.module.js';
import { FiltersController } from './filters.controller.js';

@Module({ imports: [BuyersModule], controllers: [FiltersController] })
export class FiltersModule {}
