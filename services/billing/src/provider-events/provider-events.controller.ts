import { HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import {
  acceptProviderEvent,
  type PayloadOf,
  processProviderEvent,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { ProviderEventsService } from './provider-events.service.js';

@Controller()
export class ProviderEventsController {
  constructor(private readonly events: ProviderEventsService) {}

  @HandleCommand(acceptProviderEvent)
  accept(request: RequestOf<typeof acceptProviderEvent>): Promise<ResponseOf<typeof acceptProviderEvent>> {
    return this.events.accept(request);
  }

  @HandleEvent(processProviderEvent)
  process({ eventId }: PayloadOf<typeof processProviderEvent>): Promise<void> {
    return this.events.process(eventId);
  }
}
