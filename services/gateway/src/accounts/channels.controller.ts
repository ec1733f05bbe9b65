import { CommandClient } from '@desk/bullmq-transport';
import {
  type AgentChannel,
  changeChannel,
  type ChannelChange,
  type ChannelTest,
  DomainError,
  listChannels,
  routes,
  testChannel,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';

@Controller()
export class ChannelsController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.listChannels)
  list({ user }: RouteInput<'listChannels'>): Promise<AgentChannel[]> {
    return this.listOf(user.id);
  }

  @HandleRoute(routes.pauseChannel)
  pause(input: RouteInput<'pauseChannel'>): Promise<AgentChannel> {
    return this.changeTo('pause', input);
  }

  @HandleRoute(routes.resumeChannel)
  resume(input: RouteInput<'resumeChannel'>): Promise<AgentChannel> {
    return this.changeTo('resume', input);
  }

  @HandleRoute(routes.keepChannel)
  keep(input: RouteInput<'keepChannel'>): Promise<AgentChannel> {
    return this.changeTo('keep', input);
  }

  @HandleRoute(routes.removeChannel)
  async remove(input: RouteInput<'removeChannel'>): Promise<AgentChannel[]> {
    await this.change('remove', input);
    return this.listOf(input.user.id);
  }

  @HandleRoute(routes.testChannel)
  test({ params, user }: RouteInput<'testChannel'>): Promise<ChannelTest> {
    return this.commands.send(testChannel, { userId: user.id, channelId: params.channelId });
  }

  private async listOf(userId: string): Promise<AgentChannel[]> {
    return (await this.commands.send(listChannels, { userId })).channels;
  }

  private async changeTo(change: ChannelChange, input: RouteInput<'pauseChannel'>): Promise<AgentChannel> {
    const channel = await this.change(change, input);
    if (!channel) throw new DomainError('CHANNEL_NOT_FOUND');
    return channel;
  }

  private async change(
    change: ChannelChange,
    { params, user, ownership, caller }: RouteInput<'pauseChannel'>,
  ): Promise<AgentChannel | null> {
    const { channelId } = params;
    const { channel } = await this.commands.send(changeChannel, {
      userId: user.id,
      channelId,
      change,
      ...(change === 'keep' ? { ownership } : {}),
      caller,
    });
    return channel;
  }
}
