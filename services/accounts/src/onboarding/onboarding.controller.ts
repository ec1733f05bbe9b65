import { HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import {
  beginPayment,
  checkEmail,
  completeSignUp,
  finishSignUp,
  getDraft,
  type PayloadOf,
  type RequestOf,
  type ResponseOf,
  saveDraft,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { DraftsService } from './drafts.service.js';
import { SignUpSaga } from './sign-up.saga.js';
import { SignUpService } from './sign-up.service.js';

@Controller()
export class OnboardingController {
  constructor(
    private readonly drafts: DraftsService,
    private readonly signUps: SignUpService,
    private readonly saga: SignUpSaga,
  ) {}

  @HandleCommand(saveDraft)
  async save(request: RequestOf<typeof saveDraft>): Promise<ResponseOf<typeof saveDraft>> {
    return { sessionId: await this.drafts.save(request) };
  }

  @HandleCommand(getDraft)
  get({ sessionId, caller }: RequestOf<typeof getDraft>): Promise<ResponseOf<typeof getDraft>> {
    return this.drafts.get(sessionId, caller);
  }

  @HandleCommand(checkEmail)
  async checkEmail({ email, caller }: RequestOf<typeof checkEmail>): Promise<ResponseOf<typeof checkEmail>> {
    return { available: await this.drafts.isEmailAvailable(email, caller) };
  }

  @HandleCommand(beginPayment)
  async beginPayment(request: RequestOf<typeof beginPayment>): Promise<ResponseOf<typeof beginPayment>> {
    return { clientSecret: await this.drafts.beginPayment(request) };
  }

  @HandleCommand(completeSignUp)
  complete(request: RequestOf<typeof completeSignUp>): Promise<ResponseOf<typeof completeSignUp>> {
    return this.signUps.complete(request);
  }

  @HandleEvent(finishSignUp)
  finish({ draftId }: PayloadOf<typeof finishSignUp>): Promise<void> {
    return this.saga.finishInBackground(draftId);
  }
}
