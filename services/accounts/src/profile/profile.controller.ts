import { HandleCommand } from '@desk/bullmq-transport';
import { changeProfile, type RequestOf, type ResponseOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { ProfileService } from './profile.service.js';

@Controller()
export class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @HandleCommand(changeProfile)
  update(request: RequestOf<typeof changeProfile>): Promise<ResponseOf<typeof changeProfile>> {
    return this.profiles.update(request);
  }
}
