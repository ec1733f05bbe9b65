import { HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import {
  listAudit,
  type PayloadOf,
  recordAccess,
  recordAction,
  recordFunnelKeyChange,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { AdminAccess } from '../credentials/admin-access.js';
import { AuditService } from './audit.service.js';

@Controller()
export class AuditController {
  constructor(
    private readonly audit: AuditService,
    private readonly adminAccess: AdminAccess,
  ) {}

  @HandleEvent(recordAction)
  recordAction(action: PayloadOf<typeof recordAction>): Promise<void> {
    return this.audit.recordAction(action);
  }

  @HandleEvent(recordFunnelKeyChange)
  recordFunnelKeyChange(change: PayloadOf<typeof recordFunnelKeyChange>): Promise<void> {
    return this.audit.recordFunnelKeyChange(change);
  }

  @HandleCommand(recordAccess)
  async recordAccess(request: RequestOf<typeof recordAccess>): Promise<ResponseOf<typeof recordAccess>> {
    await this.audit.recordAccess(request);
    return {};
  }

  @HandleCommand(listAudit)
  async list(request: RequestOf<typeof listAudit>): Promise<ResponseOf<typeof listAudit>> {
    await this.adminAccess.assertAllowed(request.actorId);
    return this.audit.list(request);
  }
}
