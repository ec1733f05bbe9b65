import { HandleCommand } from '@desk/bullmq-transport';
import { administerUser, getUserDetails, type RequestOf, type ResponseOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { UserAdministrationService } from './user-administration.service.js';

@Controller()
export class UserAdministrationController {
  constructor(private readonly administration: UserAdministrationService) {}

  @HandleCommand(getUserDetails)
  getDetails(request: RequestOf<typeof getUserDetails>): Promise<ResponseOf<typeof getUserDetails>> {
    return this.administration.getDetails(request);
  }

  @HandleCommand(administerUser)
  async administer(request: RequestOf<typeof administerUser>): Promise<ResponseOf<typeof administerUser>> {
    return { changed: await this.administration.administer(request) };
  }
}
