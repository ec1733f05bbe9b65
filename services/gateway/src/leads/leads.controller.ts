import { CommandClient } from '@desk/bullmq-transport';
import {
  updateDispositionBody,
  updateDisposition,
  dispositionSchema,
  leadAnswer,
  type LeadPage,
  LEADS_PAGE_SIZE,
  leadsAnswer,
  leadsExportQuery,
  type LeadsPage,
  leadsQuery,
  listSoldLeads,
  type ResponseOf,
} from '@desk/contracts';
import { Controller, Get, Patch, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { InferType } from 'yup';
import { Access } from '../auth/access.js';
import type { SignedIn } from '../auth/session.strategy.js';
import { Current } from '../auth/signed-in.js';
import { IdParam } from '../http/id.pipe.js';
import { readSearch } from '../http/search.js';
import { ValidBody, ValidQuery } from '../http/valid.js';
import { Documented } from '../openapi/documented.js';
import { LeadExportService } from './lead-export.service.js';
import { toLeadItem } from './lead-item.js';
import { LeadPageService } from './lead-page.service.js';

/** An agent's own leads; whose they are is decided by the session alone. */
@Controller('api/leads')
@Access('agent')
export class LeadsController {
  constructor(
    private readonly commands: CommandClient,
    private readonly pages: LeadPageService,
    private readonly exports: LeadExportService,
  ) {}

  @Get()
  @Documented({ summary: "The agent's own leads, newest first", answer: leadsAnswer })
  async list(
    @ValidQuery(leadsQuery) query: InferType<typeof leadsQuery>,
    @Current() { user }: SignedIn,
  ): Promise<LeadsPage> {
    const page = Number(query.page ?? 1);
    const { leads, total, any } = await this.commands.send(listSoldLeads, {
      buyerId: user.id,
      search: readSearch(query.search),
      days: query.days ?? null,
      page,
      pageSize: LEADS_PAGE_SIZE,
    });
    const pages = Math.max(1, Math.ceil(total / LEADS_PAGE_SIZE));
    return { leads: leads.map(toLeadItem), total, page, pages, any };
  }

  @Get('export')
  @Documented({
    summary: 'The same leads as a spreadsheet, all pages of them',
    text: { type: 'text/csv', holds: 'A line of headings, then a line for each lead' },
  })
  async export(
    @ValidQuery(leadsExportQuery) query: InferType<typeof leadsExportQuery>,
    @Current() { user }: SignedIn,
    @Res() response: Response,
  ): Promise<void> {
    const filters = { buyerId: user.id, search: readSearch(query.search), days: query.days ?? null };
    await this.exports.send(filters, user.timeZone, response);
  }

  @Get(':leadId')
  @Documented({
    summary: 'One lead: all fields, consent, charge and deliveries',
    answer: leadAnswer,
    errors: ['LEAD_NOT_FOUND'],
  })
  get(@IdParam('leadId', 'LEAD_NOT_FOUND') leadId: string, @Current() { user }: SignedIn): Promise<LeadPage> {
    return this.pages.of(user.id, leadId);
  }

  @Patch(':leadId')
  @Documented({
    summary: "The agent's own status and notes of a lead",
    answer: dispositionSchema,
    errors: ['LEAD_NOT_FOUND', 'LEAD_CHANGED'],
  })
  disposition(
    @IdParam('leadId', 'LEAD_NOT_FOUND') leadId: string,
    @ValidBody(updateDispositionBody) change: InferType<typeof updateDispositionBody>,
    @Current() { user }: SignedIn,
  ): Promise<ResponseOf<typeof updateDisposition>> {
    return this.commands.send(updateDisposition, { ...change, buyerId: user.id, leadId });
  }
}
