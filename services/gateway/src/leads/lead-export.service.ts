import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandClient } from '@desk/bullmq-transport';
import { exportSoldLeads, type RequestOf, type ResponseOf } from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { type ExportedLead, leadsCsv } from './leads-csv.js';

type Filters = Omit<RequestOf<typeof exportSoldLeads>, 'after' | 'limit'>;
type Page = ResponseOf<typeof exportSoldLeads>;

const PAGE_SIZE = 500;

@Injectable()
export class LeadExportService {
  constructor(
    private readonly commands: CommandClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * Streams the leads page by page at the reader's speed. A failure midway cuts the connection, so that the download
   * fails instead of looking complete.
   */
  async send(filters: Filters, timeZone: string, response: Response): Promise<void> {
    // Fetched before anything is sent, so that a failure can still be answered with a problem document.
    const first = await this.fetchPage(filters, null);
    const { sheet, row } = leadsCsv(timeZone);
    response.attachment(`leads-${new Date().toISOString().slice(0, 10)}.csv`);
    try {
      await pipeline(Readable.from(this.rows(filters, first, row)), sheet, response);
    } catch (err) {
      this.logger.warn({ err }, 'lead export interrupted');
    }
  }

  private async *rows(
    filters: Filters,
    first: Page,
    row: (lead: ExportedLead) => string[],
  ): AsyncGenerator<string[]> {
    for (let page = first; ; page = await this.fetchPage(filters, page.next)) {
      yield* page.leads.map(row);
      if (!page.next) return;
    }
  }

  private fetchPage(filters: Filters, after: Page['next']): Promise<Page> {
    return this.commands.send(exportSoldLeads, { ...filters, after, limit: PAGE_SIZE });
  }
}
