import { CommandClient } from '@desk/bullmq-transport';
import {
  type RotatedSecret,
  rotateWebhookSecret,
  routes,
  setUpWebhook,
  type WebhookSetUp,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';

@Controller()
export class WebhookChannelController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.setUpWebhook)
  setUp({ body, user, ownership, caller }: RouteInput<'setUpWebhook'>): Promise<WebhookSetUp> {
    return this.commands.send(setUpWebhook, { userId: user.id, url: body.url, ownership, caller });
  }

  @HandleRoute(routes.rotateWebhookSecret)
  rotateSecret({ params, user, caller }: RouteInput<'rotateWebhookSecret'>): Promise<RotatedSecret> {
    return this.commands.send(rotateWebhookSecret, {
      userId: user.id,
      channelId: params.channelId,
      caller,
    });
  }
}
