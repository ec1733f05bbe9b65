import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { offerWaitingLeads, type PayloadOf, providerStatusChanged, routeLead } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { RoutingService } from './routing.service.js';

@Controller()
export class RoutingController {
  constructor(private readonly routing: RoutingService) {}

  @HandleEvent(routeLead)
  routeLead({ leadId }: PayloadOf<typeof routeLead>, message: Message): Promise<void> {
    return this.routing.routeLead(leadId, message);
  }

  @HandleEvent(offerWaitingLeads)
  offerWaitingLeads(): Promise<void> {
    return this.routing.offerWaitingLeads();
  }

  @HandleEvent(providerStatusChanged)
  setProviderStatus(status: PayloadOf<typeof providerStatusChanged>, message: Message): Promise<void> {
    return this.routing.setProviderStatus(status, message);
  }
}
