import { HandleCommand } from '@desk/bullmq-transport';
import {
  acceptLead,
  checkLead,
  findDemand,
  getLeadStatus,
  type RequestOf,
  type ResponseOf,
  tryLead,
} from '@desk/contracts';
import { crashPoint } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { IntakeService } from './intake.service.js';

@Controller()
export class IntakeController {
  constructor(private readonly intake: IntakeService) {}

  @HandleCommand(acceptLead)
  async accept(request: RequestOf<typeof acceptLead>): Promise<ResponseOf<typeof acceptLead>> {
    const accepted = await this.intake.accept(request);
    crashPoint('lead-router.before-ack');
    return accepted;
  }

  @HandleCommand(checkLead)
  check(request: RequestOf<typeof checkLead>): Promise<ResponseOf<typeof checkLead>> {
    return this.intake.check(request);
  }

  @HandleCommand(tryLead)
  try(request: RequestOf<typeof tryLead>): Promise<ResponseOf<typeof tryLead>> {
    return this.intake.tryLead(request);
  }

  @HandleCommand(findDemand)
  findDemand(request: RequestOf<typeof findDemand>): Promise<ResponseOf<typeof findDemand>> {
    return this.intake.findDemand(request);
  }

  @HandleCommand(getLeadStatus)
  getStatus(request: RequestOf<typeof getLeadStatus>): Promise<ResponseOf<typeof getLeadStatus>> {
    return this.intake.getStatus(request);
  }
}
