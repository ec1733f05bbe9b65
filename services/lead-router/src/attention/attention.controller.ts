import { HandleCommand } from '@desk/bullmq-transport';
import { getAttentionOfLeadRouter } from '@desk/contracts';
import { countAttention } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Counts what waits for an admin. */
@Controller()
export class AttentionController {
  constructor(private readonly dataSource: DataSource) {}

  @HandleCommand(getAttentionOfLeadRouter)
  get() {
    return countAttention(this.dataSource, {
      waitingLeads: "leads WHERE status = 'available'",
      heldPosts: "held_posts WHERE status = 'waiting'",
      problems: "problem_reports WHERE state IN ('reported', 'in-review')",
    });
  }
}
