import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { integrationRequested, integrationResolved, type PayloadOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { IntegrationMailService } from './integration-mail.service.js';

@Controller()
export class IntegrationMailController {
  constructor(private readonly mails: IntegrationMailService) {}

  @HandleEvent(integrationRequested)
  createForTeam(request: PayloadOf<typeof integrationRequested>, message: Message): Promise<void> {
    return this.mails.createForTeam(request, message);
  }

  @HandleEvent(integrationResolved)
  createForAgent(resolution: PayloadOf<typeof integrationResolved>, message: Message): Promise<void> {
    return this.mails.createForAgent(resolution, message);
  }
}
