import { HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import {
  acceptProviderEvent,
  acceptProviderEvents,
  type PayloadOf,
  processProviderEvent,
  type RequestOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { ProviderEventProcessor } from './provider-event-processor.js';
import { ProviderEventsService } from './provider-events.service.js';

@Controller()
export class ProviderEventsController {
  constructor(
    private readonly events: ProviderEventsService,
    private readonly processor: ProviderEventProcessor,
  ) {}

  @HandleCommand(acceptProviderEvent)
  accept(request: RequestOf<typeof acceptProviderEvent>) {
    return this.events.accept(request);
  }

  @HandleCommand(acceptProviderEvents)
  acceptSeveral(request: RequestOf<typeof acceptProviderEvents>) {
    return this.events.acceptSeveral(request);
  }

  @HandleEvent(processProviderEvent)
  process({ eventId }: PayloadOf<typeof processProviderEvent>): Promise<void> {
    return this.processor.process(eventId);
  }
}
