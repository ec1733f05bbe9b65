import { Module } from '@nestjs/common';
import { NamesService } from '../names/names.service.js';
import { DeliveriesController } from './deliveries.controller.js';

@Module({ providers: [NamesService], controllers: [DeliveriesController] })
export class DeliveriesModule {}
