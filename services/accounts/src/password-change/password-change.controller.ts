import { HandleCommand } from '@desk/bullmq-transport';
import { changePassword, type RequestOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { PasswordChangeService } from './password-change.service.js';

@Controller()
export class PasswordChangeController {
  constructor(private readonly passwordChanges: PasswordChangeService) {}

  @HandleCommand(changePassword)
  async change(request: RequestOf<typeof changePassword>): Promise<object> {
    await this.passwordChanges.change(request);
    return {};
  }
}
