import { HandleCommand } from '@desk/bullmq-transport';
import { reauthenticate, type RequestOf, type ResponseOf, startReauthentication } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { ReauthenticationService } from './reauthentication.service.js';

@Controller()
export class ReauthenticationController {
  constructor(private readonly reauthentication: ReauthenticationService) {}

  @HandleCommand(startReauthentication)
  start(request: RequestOf<typeof startReauthentication>): Promise<ResponseOf<typeof startReauthentication>> {
    return this.reauthentication.start(request);
  }

  @HandleCommand(reauthenticate)
  reauthenticate(request: RequestOf<typeof reauthenticate>): Promise<ResponseOf<typeof reauthenticate>> {
    return this.reauthentication.reauthenticate(request);
  }
}
