import { CommandClient } from '@desk/bullmq-transport';
import {
  type AgentChannel,
  completeSlackSetUp,
  connectSlack,
  getSlackSetUp,
  routes,
  type SlackSetUp,
  type SlackStart,
  startSlackSetUp,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { assertAgent } from '../admin/users/assert-agent.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';

@Controller()
export class SlackController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.getSlackSetUp)
  getSetUp({ user }: RouteInput<'getSlackSetUp'>): Promise<SlackSetUp> {
    return this.commands.send(getSlackSetUp, { userId: user.id });
  }

  @HandleRoute(routes.startSlackSetUp)
  start({ user, ownership }: RouteInput<'startSlackSetUp'>): Promise<SlackStart> {
    return this.commands.send(startSlackSetUp, { userId: user.id, ownership });
  }

  @HandleRoute(routes.completeSlackSetUp)
  async complete({ user, body, ownership, caller }: RouteInput<'completeSlackSetUp'>): Promise<AgentChannel> {
    const request = { ...body, userId: user.id, ownership, caller };
    return (await this.commands.send(completeSlackSetUp, request)).channel;
  }

  @HandleRoute(routes.connectSlack)
  async connect({ user, params, body, caller }: RouteInput<'connectSlack'>): Promise<AgentChannel> {
    await assertAgent(this.commands, params.userId, user.id);
    const request = { ...body, userId: params.userId, actorId: user.id, caller };
    return (await this.commands.send(connectSlack, request)).channel;
  }
}
