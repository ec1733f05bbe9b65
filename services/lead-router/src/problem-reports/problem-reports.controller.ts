import { HandleCommand } from '@desk/bullmq-transport';
import {
  approveProblemReport,
  countProblemReports,
  declineProblemReport,
  getProblemReport,
  listProblemReports,
  reportProblem,
  type RequestOf,
  startProblemReview,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { ProblemDecisionsService } from './problem-decisions.service.js';
import { ProblemReportRepository } from './problem-report.repository.js';
import { ProblemReportsService } from './problem-reports.service.js';
import { toAgentReport, toReport } from './to-report-dto.js';

@Controller()
export class ProblemReportsController {
  constructor(
    private readonly reports: ProblemReportsService,
    private readonly decisions: ProblemDecisionsService,
    private readonly repository: ProblemReportRepository,
  ) {}

  @HandleCommand(reportProblem)
  async create(request: RequestOf<typeof reportProblem>) {
    return toAgentReport(await this.reports.create(request));
  }

  @HandleCommand(listProblemReports)
  async list(request: RequestOf<typeof listProblemReports>) {
    return { reports: (await this.repository.list(request)).map(toReport) };
  }

  @HandleCommand(getProblemReport)
  async get({ reportId }: RequestOf<typeof getProblemReport>) {
    return toReport(await this.reports.get(reportId));
  }

  @HandleCommand(startProblemReview)
  async startReview(request: RequestOf<typeof startProblemReview>) {
    return toReport(await this.decisions.startReview(request));
  }

  @HandleCommand(approveProblemReport)
  async approve(request: RequestOf<typeof approveProblemReport>) {
    return toReport(await this.decisions.approve(request));
  }

  @HandleCommand(declineProblemReport)
  async decline(request: RequestOf<typeof declineProblemReport>) {
    return toReport(await this.decisions.decline(request));
  }

  @HandleCommand(countProblemReports)
  async count({ funnelId }: RequestOf<typeof countProblemReports>) {
    return { counts: await this.repository.count(funnelId) };
  }
}
