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
  constructor(private readonly passwordResets: PasswordResetService) {}

  @HandleCommand(requestPasswordReset)
  async request(request: RequestOf<typeof requestPasswordReset>): Promise<object> {
    await this.passwordResets.request(request);
    return {};
  }

  @HandleEvent(issuePasswordReset)
  issue(payload: PayloadOf<typeof issuePasswordReset>, message: Message): Promise<void> {
    return this.passwordResets.issue(payload, message);
  }

  @HandleCommand(resetPassword)
  async reset(request: RequestOf<typeof resetPassword>): Promise<object> {
    await this.passwordResets.reset(request);
    return {};
  }
}
