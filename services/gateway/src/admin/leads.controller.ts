import {
  adminLeadAnswer,
  type AdminLeadPage,
  type AdminLeads,
  adminLeadsAnswer,
  adminLeadsQuery,
} from '@desk/contracts';
import { Controller, Get } from '@nestjs/common';
import type { InferType } from 'yup';
import { Access } from '../auth/access.js';
import { IdParam } from '../http/id.pipe.js';
import { ValidQuery } from '../http/valid.js';
import { Documented } from '../openapi/documented.js';
import { LeadHistoryService } from './lead-ledger.service.js';

@Controller('api/admin/leads')
@Access('admin')
export class AdminLeadsController {
  constructor(private readonly ledger: LeadHistoryService) {}

  @Get()
  @Documented({ summary: 'Every lead, whatever became of it', answer: adminLeadsAnswer })
  list(@ValidQuery(adminLeadsQuery) query: InferType<typeof adminLeadsQuery>): Promise<AdminLeads> {
    return this.ledger.list(query);
  }

  @Get(':leadId')
  @Documented({
    summary: 'A lead with each offer, charge and delivery',
    answer: adminLeadAnswer,
    errors: ['LEAD_NOT_FOUND'],
  })
  get(@IdParam('leadId', 'LEAD_NOT_FOUND') leadId: string): Promise<AdminLeadPage> {
    return this.ledger.get(leadId);
  }
}
