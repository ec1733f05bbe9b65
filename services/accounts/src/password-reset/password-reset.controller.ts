import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  issuePasswordReset,
  type PayloadOf,
  requestPasswordReset,
  type RequestOf,
  resetPassword,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { PasswordResetService } from './password-reset.service.js';

@Controller()
export class PasswordResetController {
  constructor(private readonly resets: PasswordResetService) {}

  @HandleCommand(requestPasswordReset)
  async request(request: RequestOf<typeof requestPasswordReset>): Promise<object> {
    await this.resets.request(request);
    return {};
  }

  @HandleEvent(issuePasswordReset)
  issue(order: PayloadOf<typeof issuePasswordReset>, message: Message): Promise<void> {
    return this.resets.issue(order, message);
  }

  @HandleCommand(resetPassword)
  async reset(request: RequestOf<typeof resetPassword>): Promise<object> {
    await this.resets.reset(request);
    return {};
  }
}
