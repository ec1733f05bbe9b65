import { HandleCommand } from '@desk/bullmq-transport';
import { getAttentionOfNotifier, MAX_ATTENTION } from '@desk/contracts';
import { countAttention } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isRefundedLead } from '../undeliverable-leads/refunded-lead.js';

/** Reads the newest failures only, because most deliveries that ever failed can no longer be sent again. */
const RESENDABLE_DELIVERIES = `
  (SELECT lead_id, content_removed_at FROM deliveries WHERE status = 'failed'
    ORDER BY failed_at::timestamptz(3) DESC, id DESC LIMIT ${MAX_ATTENTION}) AS failed
   WHERE content_removed_at IS NULL AND NOT ${isRefundedLead('failed.lead_id')}`;

/** Counts what waits for an admin. */
@Controller()
export class AttentionController {
  constructor(private readonly dataSource: DataSource) {}

  @HandleCommand(getAttentionOfNotifier)
  get() {
    return countAttention(this.dataSource, { deliveries: RESENDABLE_DELIVERIES });
  }
}
