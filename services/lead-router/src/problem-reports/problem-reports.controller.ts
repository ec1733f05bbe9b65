import { randomUUID } from 'node:crypto';
import { HandleCommand } from '@desk/bullmq-transport';
import {
  countProblemReports,
  DomainError,
  getProblemReport,
  listProblemReports,
  PROBLEM_REPORT_WINDOW_DAYS,
  problemReportChanged,
  type ProblemReportState,
  reportProblem,
  type RequestOf,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { toFirstState } from './problem-report-transitions.js';
import { ProblemReportRepository, type ReportRow } from './problem-report.repository.js';
import { toAgentReport, toReport } from './to-report-dto.js';

const DAY_MS = 86_400_000;

/** Whether a problem with a lead that was bought at `soldAt` can still be reported. */
export const isInReportWindow = (soldAt: Date, now: Date): boolean =>
  now.getTime() - soldAt.getTime() <= PROBLEM_REPORT_WINDOW_DAYS * DAY_MS;

/** What agents say is wrong with leads that they bought (ADR 8). */
@Controller()
export class ProblemReportsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly reports: ProblemReportRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** @throws LEAD_NOT_FOUND, LEAD_ALREADY_REFUNDED, PROBLEM_ALREADY_REPORTED, PROBLEM_REPORT_TOO_LATE */
  @HandleCommand(reportProblem)
  async create({ buyerId, leadId, reason, details }: RequestOf<typeof reportProblem>) {
    const id = randomUUID();
    const state = toFirstState(reason);
    await this.transactions.run(async (tx) => {
      const sale = await this.reports.lockSale(tx, leadId, buyerId);
      if (!sale || sale.isErased) throw new DomainError('LEAD_NOT_FOUND');
      if (sale.isRefunded) throw new DomainError('LEAD_ALREADY_REFUNDED');
      if (!isInReportWindow(sale.soldAt, new Date())) throw new DomainError('PROBLEM_REPORT_TOO_LATE');
      const report = { id, leadId, buyerId, reason, state, details: details.trim() };
      if (!(await this.reports.insert(tx, sale, report))) throw new DomainError('PROBLEM_ALREADY_REPORTED');
      publishChange(tx, report, state);
      crashPoint('lead-router.before-report-commit');
    });
    this.logger.info({ reportId: id, leadId, buyerId, reason }, 'problem with lead reported');
    return toAgentReport(await this.find(id));
  }

  @HandleCommand(listProblemReports)
  async list(request: RequestOf<typeof listProblemReports>) {
    return { reports: (await this.reports.list(request)).map(toReport) };
  }

  @HandleCommand(getProblemReport)
  async get({ reportId }: RequestOf<typeof getProblemReport>) {
    return toReport(await this.find(reportId));
  }

  @HandleCommand(countProblemReports)
  async count({ funnelId }: RequestOf<typeof countProblemReports>) {
    return { counts: await this.reports.count(funnelId) };
  }

  /** @throws PROBLEM_REPORT_NOT_FOUND */
  private async find(reportId: string): Promise<ReportRow> {
    const report = await this.reports.find(reportId);
    if (!report) throw new DomainError('PROBLEM_REPORT_NOT_FOUND');
    return report;
  }
}

/** Each report enters a state at most once. */
export function publishChange(
  tx: Tx,
  { id, leadId, buyerId, reason }: Pick<ReportRow, 'id' | 'leadId' | 'buyerId' | 'reason'>,
  state: ProblemReportState,
  declineReason: string | null = null,
): void {
  const at = new Date().toISOString();
  tx.publish(
    problemReportChanged,
    { reportId: id, leadId, buyerId, reason, state, declineReason, at },
    { key: `${id}-${state}` },
  );
}
