import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CommandClient } from '@desk/bullmq-transport';
import {
  type BillingDocument,
  DOCUMENTS_PAGE_MAX,
  getStatementTotals,
  listStatementLines,
  type RequestOf,
  type ResponseOf,
  type StatementAnswer,
} from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { monthBounds } from './month-bounds.js';
import type { BilledTo } from './pdf/layout.js';
import { StatementPdf } from './pdf/statement-pdf.js';
import { statementCsv } from './statement-csv.js';

/** Takes about 10 ms. Other requests are served between two batches. */
const LINES_AT_A_TIME = 15;

export interface StatementOwner {
  readonly id: string;
  readonly timeZone: string;
  readonly billedTo: BilledTo;
}

type Page = ResponseOf<typeof listStatementLines>;
type Period = Pick<RequestOf<typeof listStatementLines>, 'buyerId' | 'from' | 'to'>;

const periodOf = ({ id: buyerId, timeZone }: StatementOwner, month: string): Period => ({
  buyerId,
  ...monthBounds(month, timeZone),
});

@Injectable()
export class StatementService {
  constructor(
    private readonly commands: CommandClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async get(owner: StatementOwner, month: string): Promise<StatementAnswer> {
    const answer = await this.commands.send(getStatementTotals, periodOf(owner, month));
    return { month, timeZone: owner.timeZone, ...answer };
  }

  async sendPdf(owner: StatementOwner, month: string, response: Response): Promise<void> {
    const period = periodOf(owner, month);
    const now = new Date().toISOString();
    // Fetched before anything is sent, so that a failure can still be answered with a problem document.
    const { business } = await this.commands.send(getStatementTotals, period);
    const first = await this.fetchPage(period, null);
    const { timeZone, billedTo } = owner;
    const isOpen = now < period.to;
    response.attachment(`statement-${month}.pdf`);
    const pdf = new StatementPdf({ month, timeZone, business, billedTo, createdAt: now, isOpen });
    const sent = pipeline(pdf.pdf, response);
    const written = this.writeLines(pdf, period, first);
    await this.logInterruption(Promise.all([sent, written]));
  }

  async sendCsv(owner: StatementOwner, month: string, response: Response): Promise<void> {
    const period = periodOf(owner, month);
    const first = await this.fetchPage(period, null);
    const { sheet, row } = statementCsv(owner.timeZone);
    response.attachment(`statement-${month}.csv`);
    const lines = Readable.from(this.lines(period, first)).map(row);
    await this.logInterruption(pipeline(lines, sheet, response));
  }

  private async writeLines(pdf: StatementPdf, period: Period, first: Page): Promise<void> {
    try {
      let count = 0;
      for await (const line of this.lines(period, first)) {
        pdf.addLine(line);
        count += 1;
        if (count % LINES_AT_A_TIME === 0) await setImmediate();
        if (pdf.pdf.destroyed) return;
      }
      pdf.end();
    } catch (error) {
      // Cuts the connection, so that the download fails instead of looking complete.
      pdf.pdf.destroy(error as Error);
      throw error;
    }
  }

  private async *lines(period: Period, first: Page): AsyncGenerator<BillingDocument> {
    for (let page = first; ; page = await this.fetchPage(period, page.next)) {
      yield* page.lines;
      if (!page.next) return;
    }
  }

  private fetchPage(period: Period, after: Page['next']): Promise<Page> {
    return this.commands.send(listStatementLines, { ...period, after, limit: DOCUMENTS_PAGE_MAX });
  }

  private async logInterruption(sent: Promise<unknown>): Promise<void> {
    try {
      await sent;
    } catch (err) {
      this.logger.warn({ err }, 'statement download interrupted');
    }
  }
}
