import { CommandClient } from '@desk/bullmq-transport';
import {
  type AgentChannel,
  confirmPhoneCode,
  getSmsSetUp,
  type PhoneCode,
  routes,
  sendPhoneCode,
  type SmsSetUp,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';

@Controller()
export class SmsController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.getSmsSetUp)
  getSetUp({ user }: RouteInput<'getSmsSetUp'>): Promise<SmsSetUp> {
    return this.commands.send(getSmsSetUp, { userId: user.id });
  }

  @HandleRoute(routes.sendPhoneCode)
  sendCode({ user, body, ownership, caller }: RouteInput<'sendPhoneCode'>): Promise<PhoneCode> {
    return this.commands.send(sendPhoneCode, { ...body, userId: user.id, ownership, caller });
  }

  @HandleRoute(routes.confirmPhoneCode)
  async confirm({ user, body, ownership, caller }: RouteInput<'confirmPhoneCode'>): Promise<AgentChannel> {
    const request = { ...body, userId: user.id, ownership, caller };
    return (await this.commands.send(confirmPhoneCode, request)).channel;
  }
}
