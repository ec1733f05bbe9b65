import { CommandClient } from '@desk/bullmq-transport';
import { type AcceptedLeadAnswer, tryLead } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { hashLead, toAnswer } from './lead-intake.js';
import { toLead } from './to-lead.js';

/** Accepts leads as in test mode, whatever the funnel's mode is: they are neither offered nor charged. */
@Injectable()
export class LeadTester {
  constructor(private readonly commands: CommandClient) {}

  /** @throws INVALID_REQUEST and what `tryLead` throws */
  async try(funnelId: string, body: Readonly<Record<string, unknown>>): Promise<AcceptedLeadAnswer> {
    const lead = toLead(body, new Date());
    return toAnswer(lead, await this.commands.send(tryLead, { funnelId, bodyHash: hashLead(lead), lead }));
  }
}
