import { HandleCommand } from '@desk/bullmq-transport';
import { acceptProviderEvent, acceptProviderEvents, type RequestOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { ProviderEventsService } from './provider-events.service.js';

@Controller()
export class ProviderEventsController {
  constructor(private readonly events: ProviderEventsService) {}

  @HandleCommand(acceptProviderEvent)
  accept(request: RequestOf<typeof acceptProviderEvent>) {
    return this.events.accept(request);
  }

  @HandleCommand(acceptProviderEvents)
  acceptSeveral(request: RequestOf<typeof acceptProviderEvents>) {
    return this.events.acceptSeveral(request);
  }
}
