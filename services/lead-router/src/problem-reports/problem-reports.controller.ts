import { randomUUID } from 'node:crypto';
import { HandleCommand } from '@desk/bullmq-transport';
import {
  approveProblemReport,
  countProblemReports,
  declineProblemReport,
  DomainError,
  getProblemReport,
  isRefundProblem,
  listProblemReports,
  PROBLEM_REPORT_WINDOW_DAYS,
  type ProblemReport,
  problemReportChanged,
  type ProblemReportState,
  refundApproved,
  reportProblem,
  type RequestOf,
  startProblemReview,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger, publishAction } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { FeedService } from '../feed/feed.service.js';
import { problemReportTransitions, toFirstState } from './problem-report-transitions.js';
import {
  ProblemReportRepository,
  type ReportRow,
  toAgentReport,
  toReport,
} from './problem-report.repository.js';

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
    });
    this.logger.info({ reportId: id, leadId, buyerId, reason }, 'problem with lead reported');
    return toAgentReport(await getReport(this.reports, id));
  }

  @HandleCommand(listProblemReports)
  async list(request: RequestOf<typeof listProblemReports>) {
    return { reports: (await this.reports.list(request)).map(toReport) };
  }

  @HandleCommand(getProblemReport)
  async get({ reportId }: RequestOf<typeof getProblemReport>) {
    return toReport(await getReport(this.reports, reportId));
  }

  @HandleCommand(countProblemReports)
  async count({ funnelId }: RequestOf<typeof countProblemReports>) {
    return { counts: await this.reports.count(funnelId) };
  }
}

/** @throws PROBLEM_REPORT_NOT_FOUND */
async function getReport(reports: ProblemReportRepository, reportId: string): Promise<ReportRow> {
  const report = await reports.find(reportId);
  if (!report) throw new DomainError('PROBLEM_REPORT_NOT_FOUND');
  return report;
}

/** Each report enters a state at most once. */
function publishChange(
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

type ByAdmin = RequestOf<typeof startProblemReview>;

/** How admins decide reported problems. Repeating a decision changes nothing; a different one is refused. */
@Controller()
export class ProblemDecisionsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly reports: ProblemReportRepository,
    private readonly feed: FeedService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** @throws PROBLEM_REPORT_NOT_FOUND, PROBLEM_REPORT_DECIDED */
  @HandleCommand(startProblemReview)
  startReview(admin: ByAdmin) {
    return this.move(admin, 'in-review', (tx, report) => {
      this.reports.setInReview(tx, report.id);
      publishChange(tx, report, 'in-review');
    });
  }

  /** @throws PROBLEM_REPORT_NOT_FOUND, PROBLEM_REPORT_DECIDED, LEAD_ALREADY_REFUNDED */
  @HandleCommand(approveProblemReport)
  approve({ note, ...admin }: RequestOf<typeof approveProblemReport>) {
    const { actorId } = admin;
    return this.move(admin, 'approved', (tx, report) => {
      const { id, leadId, offerId, buyerId, reason } = report;
      if (report.refundedAt) throw new DomainError('LEAD_ALREADY_REFUNDED');
      // Only for the type: feedback is never open.
      if (!isRefundProblem(reason)) throw new DomainError('PROBLEM_REPORT_DECIDED');
      this.reports.setDecided(tx, id, { state: 'approved', actorId, note });
      const at = new Date().toISOString();
      tx.publish(
        refundApproved,
        { reportId: id, leadId, offerId, buyerId, reason, note, actorId, at },
        { key: id },
      );
      publishChange(tx, report, 'approved');
    });
  }

  /** @throws PROBLEM_REPORT_NOT_FOUND, PROBLEM_REPORT_DECIDED */
  @HandleCommand(declineProblemReport)
  decline({ note, ...admin }: RequestOf<typeof declineProblemReport>) {
    const { actorId } = admin;
    return this.move(admin, 'declined', (tx, report) => {
      this.reports.setDecided(tx, report.id, { state: 'declined', actorId, note });
      publishChange(tx, report, 'declined', note);
    });
  }

  private async move(
    { reportId, actorId, caller }: ByAdmin,
    state: Extract<ProblemReportState, 'in-review' | 'approved' | 'declined'>,
    apply: (tx: Tx, report: ReportRow) => void,
  ): Promise<ProblemReport> {
    const isMoved = await this.transactions.run(async (tx) => {
      const report = await this.reports.lock(tx, reportId);
      if (!report) throw new DomainError('PROBLEM_REPORT_NOT_FOUND');
      if (report.state === state) return false;
      if (!problemReportTransitions.isAllowed(report.state, state))
        throw new DomainError('PROBLEM_REPORT_DECIDED');
      apply(tx, report);
      const action = `problem-report-${state}`;
      const subject = { kind: 'problem-report', id: reportId };
      publishAction(tx, { action, actorId, userId: report.buyerId, subject, caller });
      this.feed.append(tx, [report.buyerId], 'lead-changed', report.leadId);
      return true;
    });
    if (isMoved) this.logger.info({ reportId, state, actorId }, 'state of problem report changed');
    return toReport(await getReport(this.reports, reportId));
  }
}
