import { HandleCommand } from '@desk/bullmq-transport';
import { registerUser, type RequestOf, type ResponseOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { RegistrationService } from './registration.service.js';

@Controller()
export class RegistrationController {
  constructor(private readonly registration: RegistrationService) {}

  @HandleCommand(registerUser)
  register(request: RequestOf<typeof registerUser>): Promise<ResponseOf<typeof registerUser>> {
    return this.registration.register(request);
  }
}
