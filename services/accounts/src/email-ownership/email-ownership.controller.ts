import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  confirmEmail,
  emailBounced,
  type PayloadOf,
  type RequestOf,
  resendConfirmation,
  undoEmailChange,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { BounceService } from './bounce.service.js';
import { ConfirmEmailService } from './confirm-email.service.js';
import { ResendConfirmationService } from './resend-confirmation.service.js';
import { UndoEmailChangeService } from './undo-email-change.service.js';

@Controller()
export class EmailOwnershipController {
  constructor(
    private readonly confirmations: ConfirmEmailService,
    private readonly resends: ResendConfirmationService,
    private readonly undos: UndoEmailChangeService,
    private readonly bounces: BounceService,
  ) {}

  @HandleCommand(confirmEmail)
  async confirm(request: RequestOf<typeof confirmEmail>): Promise<object> {
    await this.confirmations.confirm(request);
    return {};
  }

  @HandleCommand(resendConfirmation)
  async resend(request: RequestOf<typeof resendConfirmation>): Promise<object> {
    await this.resends.resend(request);
    return {};
  }

  @HandleCommand(undoEmailChange)
  async undo(request: RequestOf<typeof undoEmailChange>): Promise<object> {
    await this.undos.undo(request);
    return {};
  }

  @HandleEvent(emailBounced)
  recordBounce(bounce: PayloadOf<typeof emailBounced>, message: Message): Promise<void> {
    return this.bounces.record(bounce, message);
  }
}
