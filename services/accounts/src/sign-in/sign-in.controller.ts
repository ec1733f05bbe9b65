import { HandleCommand } from '@desk/bullmq-transport';
import { type RequestOf, type ResponseOf, signIn } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(private readonly signIns: SignInService) {}

  @HandleCommand(signIn)
  signIn(request: RequestOf<typeof signIn>): Promise<ResponseOf<typeof signIn>> {
    return this.signIns.signIn(request);
  }
}
