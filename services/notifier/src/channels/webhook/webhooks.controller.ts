import { HandleCommand } from '@desk/bullmq-transport';
import { type RequestOf, type ResponseOf, rotateWebhookSecret, setUpWebhook } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { WebhooksService } from './webhooks.service.js';

@Controller()
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @HandleCommand(setUpWebhook)
  setUp(request: RequestOf<typeof setUpWebhook>): Promise<ResponseOf<typeof setUpWebhook>> {
    return this.webhooks.setUp(request);
  }

  @HandleCommand(rotateWebhookSecret)
  rotate(request: RequestOf<typeof rotateWebhookSecret>): Promise<ResponseOf<typeof rotateWebhookSecret>> {
    return this.webhooks.rotate(request);
  }
}
