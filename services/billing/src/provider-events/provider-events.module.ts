import { Module } from '@nestjs/common';
import { CardsModule } from '../cards/cards.module.js';
import { ChargesModule } from '../charges/charges.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { DisputesModule } from '../disputes/disputes.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { EventCursorRepository } from './event-cursor.repository.js';
import { MissedEventReader } from './missed-event-reader.js';
import { ProviderEventProcessor } from './provider-event-processor.js';
import { ProviderEventRepository } from './provider-event.repository.js';
import { ProviderEventsController } from './provider-events.controller.js';
import { ProviderEventsService } from './provider-events.service.js';

@Module({
  imports: [CardsModule, ChargesModule, RefundsModule, DisputesModule, ProviderModule],
  providers: [
    ProviderEventRepository,
    ProviderEventsService,
    ProviderEventProcessor,
    EventCursorRepository,
    MissedEventReader,
  ],
  controllers: [ProviderEventsController],
})
export class ProviderEventsModule {}
