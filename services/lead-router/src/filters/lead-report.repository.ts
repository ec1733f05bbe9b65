import { type LeadReport, REPORT_DAYS, REPORT_MAX_LEADS } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class LeadReportRepository {
  constructor(private readonly dataSource: DataSource) {}

  async get(buyerId: string): Promise<LeadReport> {
    const outcomes: LeadReport['outcomes'] = await this.dataSource.query(
      'SELECT * FROM report_leads($1, $2, $3)',
      [buyerId, REPORT_DAYS, REPORT_MAX_LEADS],
    );
    const received = outcomes.reduce((sum, { count }) => sum + count, 0);
    return { days: REPORT_DAYS, received, isCapped: received === REPORT_MAX_LEADS, outcomes };
  }
}
