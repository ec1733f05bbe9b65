import { HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import { listAudit, type PayloadOf, recordAction, type RequestOf, type ResponseOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { AuditService } from './audit.service.js';

@Controller()
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @HandleEvent(recordAction)
  recordAction(action: PayloadOf<typeof recordAction>): Promise<void> {
    return this.audit.recordAction(action);
  }

  @HandleCommand(listAudit)
  list(request: RequestOf<typeof listAudit>): Promise<ResponseOf<typeof listAudit>> {
    return this.audit.list(request);
  }
}
