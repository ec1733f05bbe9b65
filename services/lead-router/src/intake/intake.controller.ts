import { HandleCommand } from '@desk/bullmq-transport';
import { acceptLead, getLeadStatus, type RequestOf, type ResponseOf } from '@desk/contracts';
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

  @HandleCommand(getLeadStatus)
  getStatus(request: RequestOf<typeof getLeadStatus>): Promise<ResponseOf<typeof getLeadStatus>> {
    return this.intake.getStatus(request);
  }
}
