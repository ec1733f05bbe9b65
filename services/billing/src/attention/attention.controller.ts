import { HandleCommand } from '@desk/bullmq-transport';
import { getAttentionOfBilling } from '@desk/contracts';
import { countAttention } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Counts what waits for an admin. */
@Controller()
export class AttentionController {
  constructor(private readonly dataSource: DataSource) {}

  @HandleCommand(getAttentionOfBilling)
  get() {
    return countAttention(this.dataSource, {
      disputes: 'disputes WHERE reviewed_at IS NULL',
      differences: "reconciliation_differences WHERE state = 'open'",
    });
  }
}
