import { HandleCommand } from '@desk/bullmq-transport';
import { getAttentionOfAccounts } from '@desk/contracts';
import { countAttention } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Counts what waits for an admin. */
@Controller()
export class AttentionController {
  constructor(private readonly dataSource: DataSource) {}

  @HandleCommand(getAttentionOfAccounts)
  get() {
    return countAttention(this.dataSource, {
      integrationRequests: "integration_requests WHERE status = 'pending'",
      incidents: 'incidents WHERE resolved_at IS NULL',
    });
  }
}
