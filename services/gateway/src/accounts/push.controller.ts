import { CommandClient } from '@desk/bullmq-transport';
import {
  allowPush,
  keepPush,
  getPushSetUp,
  type PushSetUp,
  type PushTest,
  removePush,
  routes,
  testPush,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';

@Controller()
export class PushController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.getPushSetUp)
  getSetUp({ user }: RouteInput<'getPushSetUp'>): Promise<PushSetUp> {
    return this.commands.send(getPushSetUp, { userId: user.id });
  }

  @HandleRoute(routes.allowPush)
  allow({ user, body, ownership, caller }: RouteInput<'allowPush'>): Promise<PushSetUp> {
    return this.commands.send(allowPush, { ...body, userId: user.id, ownership, caller });
  }

  @HandleRoute(routes.keepPush)
  keep({ user, params, ownership, caller }: RouteInput<'keepPush'>): Promise<PushSetUp> {
    return this.commands.send(keepPush, { ...params, userId: user.id, ownership, caller });
  }

  @HandleRoute(routes.removePush)
  remove({ user, params, caller }: RouteInput<'removePush'>): Promise<PushSetUp> {
    return this.commands.send(removePush, { userId: user.id, browserId: params.browserId, caller });
  }

  @HandleRoute(routes.testPush)
  test({ user, params }: RouteInput<'testPush'>): Promise<PushTest> {
    return this.commands.send(testPush, { userId: user.id, browserId: params.browserId });
  }
}
