import { HandleCommand } from '@desk/bullmq-transport';
import {
  confirmApp,
  confirmPasskey,
  keepSecondFactor,
  listSecondFactors,
  removeSecondFactor,
  renameSecondFactor,
  replaceRecoveryCodes,
  type RequestOf,
  type ResponseOf,
  startAppSetup,
  startPasskeySetup,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { FactorSetupService } from './factor-setup.service.js';
import { SecondFactorsService } from './second-factors.service.js';

@Controller()
export class SecondFactorsController {
  constructor(
    private readonly setups: FactorSetupService,
    private readonly secondFactors: SecondFactorsService,
  ) {}

  @HandleCommand(listSecondFactors)
  list({ userId }: RequestOf<typeof listSecondFactors>): Promise<ResponseOf<typeof listSecondFactors>> {
    return this.secondFactors.list(userId);
  }

  @HandleCommand(startAppSetup)
  startApp(request: RequestOf<typeof startAppSetup>): Promise<ResponseOf<typeof startAppSetup>> {
    return this.setups.startApp(request);
  }

  @HandleCommand(confirmApp)
  confirmApp(request: RequestOf<typeof confirmApp>): Promise<ResponseOf<typeof confirmApp>> {
    return this.setups.confirmApp(request);
  }

  @HandleCommand(startPasskeySetup)
  startPasskey(request: RequestOf<typeof startPasskeySetup>): Promise<ResponseOf<typeof startPasskeySetup>> {
    return this.setups.startPasskey(request);
  }

  @HandleCommand(confirmPasskey)
  confirmPasskey(request: RequestOf<typeof confirmPasskey>): Promise<ResponseOf<typeof confirmPasskey>> {
    return this.setups.confirmPasskey(request);
  }

  @HandleCommand(renameSecondFactor)
  async rename(request: RequestOf<typeof renameSecondFactor>): Promise<object> {
    await this.secondFactors.rename(request);
    return {};
  }

  @HandleCommand(keepSecondFactor)
  async keep(request: RequestOf<typeof keepSecondFactor>): Promise<object> {
    await this.secondFactors.keep(request);
    return {};
  }

  @HandleCommand(removeSecondFactor)
  async remove(request: RequestOf<typeof removeSecondFactor>): Promise<object> {
    await this.secondFactors.remove(request);
    return {};
  }

  @HandleCommand(replaceRecoveryCodes)
  async replaceRecoveryCodes(
    request: RequestOf<typeof replaceRecoveryCodes>,
  ): Promise<ResponseOf<typeof replaceRecoveryCodes>> {
    return { recoveryCodes: await this.secondFactors.replaceRecoveryCodes(request) };
  }
}
