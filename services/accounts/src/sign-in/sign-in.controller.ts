import { HandleCommand } from '@desk/bullmq-transport';
import {
  completeSignIn,
  type RequestOf,
  type ResponseOf,
  signIn,
  signInWithPasskey,
  startPasskeySignIn,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { SecondFactorSignInService } from './second-factor-sign-in.service.js';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly secondFactorSignIns: SecondFactorSignInService,
    private readonly passkeySignIns: PasskeySignInService,
  ) {}

  @HandleCommand(signIn)
  signIn(request: RequestOf<typeof signIn>): Promise<ResponseOf<typeof signIn>> {
    return this.signIns.signIn(request);
  }

  @HandleCommand(completeSignIn)
  completeSignIn(request: RequestOf<typeof completeSignIn>): Promise<ResponseOf<typeof completeSignIn>> {
    return this.secondFactorSignIns.complete(request);
  }

  @HandleCommand(startPasskeySignIn)
  startPasskeySignIn(
    request: RequestOf<typeof startPasskeySignIn>,
  ): Promise<ResponseOf<typeof startPasskeySignIn>> {
    return this.passkeySignIns.start(request);
  }

  @HandleCommand(signInWithPasskey)
  signInWithPasskey(
    request: RequestOf<typeof signInWithPasskey>,
  ): Promise<ResponseOf<typeof signInWithPasskey>> {
    return this.passkeySignIns.signIn(request);
  }
}
