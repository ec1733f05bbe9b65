import { HandleCommand } from '@desk/bullmq-transport';
import {
  allowPush,
  getPushSetUp,
  keepPush,
  removePush,
  type RequestOf,
  type ResponseOf,
  testPush,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { PushSetUpService } from './push-set-up.service.js';

@Controller()
export class PushController {
  constructor(private readonly setUp: PushSetUpService) {}

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
