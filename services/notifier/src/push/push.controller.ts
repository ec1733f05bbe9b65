import { HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import {
  allowPush,
  getPushSetUp,
  keepPush,
  type PayloadOf,
  removePush,
  type RequestOf,
  type ResponseOf,
  sendPush,
  testPush,
} from '@desk/contracts';
import { Controller, type OnApplicationBootstrap } from '@nestjs/common';
import { SendingService } from '../sending/sending.service.js';
import { PushDispatcher } from './push-dispatcher.js';
import { PushSetUpService } from './push-set-up.service.js';

@Controller()
export class PushController implements OnApplicationBootstrap {
  constructor(
    private readonly setUp: PushSetUpService,
    private readonly sending: SendingService,
    private readonly dispatcher: PushDispatcher,
  ) {}

  onApplicationBootstrap(): void {
    this.sending.startSweeping(this.dispatcher);
  }

  @HandleEvent(sendPush)
  send({ pushId }: PayloadOf<typeof sendPush>): Promise<void> {
    return this.sending.attempt(this.dispatcher, pushId, 'push');
  }

  @HandleCommand(getPushSetUp)
  get({ userId }: RequestOf<typeof getPushSetUp>): Promise<ResponseOf<typeof getPushSetUp>> {
    return this.setUp.get(userId);
  }

  @HandleCommand(allowPush)
  allow(request: RequestOf<typeof allowPush>): Promise<ResponseOf<typeof allowPush>> {
    return this.setUp.allow(request);
  }

  @HandleCommand(keepPush)
  keep(request: RequestOf<typeof keepPush>): Promise<ResponseOf<typeof keepPush>> {
    return this.setUp.keep(request);
  }

  @HandleCommand(removePush)
  remove(request: RequestOf<typeof removePush>): Promise<ResponseOf<typeof removePush>> {
    return this.setUp.remove(request);
  }

  @HandleCommand(testPush)
  test(request: RequestOf<typeof testPush>): Promise<ResponseOf<typeof testPush>> {
    return this.setUp.test(request);
  }
}
