import { CommandClient } from '@desk/bullmq-transport';
import {
  type AgentChannel,
  allowPush,
  changeChannel,
  completeSlackSetUp,
  confirmPhoneCode,
  connectSlack,
  DomainError,
  getPushSetUp,
  getSlackSetUp,
  getSmsSetUp,
  keepPush,
  listChannels,
  removePush,
  type ResponseOf,
  rotateWebhookSecret,
  routes,
  sendPhoneCode,
  setUpWebhook,
  startSlackSetUp,
  testChannel,
  testPush,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { forward, forwardRoutes, ofOwner, ofUser } from '../http/forward-routes.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { assertAgent } from '../users/assert-agent.js';

function toChannel({ channel }: ResponseOf<typeof changeChannel>): AgentChannel {
  if (!channel) throw new DomainError('CHANNEL_NOT_FOUND');
  return channel;
}

/** The channels that an agent added to email, and how each kind is set up. */
export const ChannelRoutes = forwardRoutes([
  forward(
    'listChannels',
    listChannels,
    ({ user }) => ({ userId: user.id }),
    ({ channels }) => channels,
  ),
  forward(
    'pauseChannel',
    changeChannel,
    (input) => ({ ...ofUser(input), change: 'pause' as const }),
    toChannel,
  ),
  forward(
    'resumeChannel',
    changeChannel,
    (input) => ({ ...ofUser(input), change: 'resume' as const }),
    toChannel,
  ),
  forward(
    'keepChannel',
    changeChannel,
    (input) => ({ ...ofOwner(input), change: 'keep' as const }),
    toChannel,
  ),
  forward('testChannel', testChannel, ({ params, user }) => ({ ...params, userId: user.id })),
  forward('setUpWebhook', setUpWebhook, ofOwner),
  forward('rotateWebhookSecret', rotateWebhookSecret, ofUser),
  forward('getSmsSetUp', getSmsSetUp, ({ user }) => ({ userId: user.id })),
  forward('sendPhoneCode', sendPhoneCode, ofOwner),
  forward('confirmPhoneCode', confirmPhoneCode, ofOwner, toChannel),
  forward('getSlackSetUp', getSlackSetUp, ({ user }) => ({ userId: user.id })),
  forward('startSlackSetUp', startSlackSetUp, ({ user, ownership }) => ({ userId: user.id, ownership })),
  forward('completeSlackSetUp', completeSlackSetUp, ofOwner, toChannel),
  forward('getPushSetUp', getPushSetUp, ({ user }) => ({ userId: user.id })),
  forward('allowPush', allowPush, ofOwner),
  forward('keepPush', keepPush, ofOwner),
  forward('removePush', removePush, ofUser),
  forward('testPush', testPush, ({ params, user }) => ({ ...params, userId: user.id })),
]);

@Controller()
export class ChannelsController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.removeChannel)
  async remove({ params, user, caller }: RouteInput<'removeChannel'>): Promise<AgentChannel[]> {
    const userId = user.id;
    await this.commands.send(changeChannel, { ...params, userId, change: 'remove', caller });
    return (await this.commands.send(listChannels, { userId })).channels;
  }

  @HandleRoute(routes.connectSlack)
  async connectSlack({ user, params, body, caller }: RouteInput<'connectSlack'>): Promise<AgentChannel> {
    await assertAgent(this.commands, params.userId, user.id);
    const request = { ...body, userId: params.userId, actorId: user.id, caller };
    return (await this.commands.send(connectSlack, request)).channel;
  }
}
