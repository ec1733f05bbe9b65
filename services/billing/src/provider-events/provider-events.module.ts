import { Module } from '@nestjs/common';
import { ChargesModule } from '../charges/charges.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { ProviderEventRepository } from './provider-event.repository.js';
import { ProviderEventsController } from './provider-events.controller.js';
import { ProviderEventsService } from './provider-events.service.js';

@Module({
  imports: [ChargesModule, ProviderModule],
  providers: [ProviderEventRepository, ProviderEventsService],
  controllers: [ProviderEventsController],
})
export class ProviderEventsModule {}
