import { HandleCommand } from '@desk/bullmq-transport';
import {
  createIncident,
  DomainError,
  getStatusHistory,
  listIncidents,
  MAX_LISTED_INCIDENTS,
  recordComponentChecks,
  type RequestOf,
  STATUS_DAYS,
  updateIncident,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { AdminAccess } from '../credentials/admin-access.js';
import { ComponentCheckRepository } from './component-check.repository.js';
import { IncidentRepository } from './incident.repository.js';

/** The public status page and the administrators' part of it. */
@Controller()
export class StatusController {
  constructor(
    private readonly checks: ComponentCheckRepository,
    private readonly incidents: IncidentRepository,
    private readonly adminAccess: AdminAccess,
    private readonly transactions: Transactions,
    private readonly audit: AuditRepository,
  ) {}

  @HandleCommand(recordComponentChecks)
  async record({ minutes }: RequestOf<typeof recordComponentChecks>) {
    await this.checks.record(minutes);
    return {};
  }

  @HandleCommand(getStatusHistory)
  async getHistory() {
    const [uptime, incidents] = await Promise.all([
      this.checks.getUptime(),
      this.incidents.list({ days: STATUS_DAYS, limit: MAX_LISTED_INCIDENTS }),
    ]);
    return { ...uptime, incidents };
  }

  @HandleCommand(listIncidents)
  async list({ actorId }: RequestOf<typeof listIncidents>) {
    await this.adminAccess.assertAllowed(actorId);
    return { incidents: await this.incidents.list({ days: null, limit: MAX_LISTED_INCIDENTS }) };
  }

  @HandleCommand(createIncident)
  async create(request: RequestOf<typeof createIncident>) {
    await this.adminAccess.assertAllowed(request.actorId);
    const { incidentId, updateId, title, components, status, text, actorId, caller } = request;
    return this.transactions.run(async (tx) => {
      if (await this.incidents.insert(tx, { id: incidentId, title, components })) {
        await this.incidents.addUpdate(tx, { id: updateId, incidentId, status, text });
        const newValue = { incidentId, title, components, status };
        await this.audit.insertOwn(tx, 'incident-created', actorId, caller, { newValue });
      }
      return this.incidents.get(tx, incidentId);
    });
  }

  /** What was published is not changed: a correction is a further update. */
  @HandleCommand(updateIncident)
  async update(request: RequestOf<typeof updateIncident>) {
    await this.adminAccess.assertAllowed(request.actorId);
    const { incidentId, updateId, status, text, actorId, caller } = request;
    return this.transactions.run(async (tx) => {
      const row = await this.incidents.lock(tx, incidentId);
      if (!row) throw new DomainError('INCIDENT_NOT_FOUND');
      if (!(await this.incidents.hasUpdate(tx, updateId))) {
        if (row.isResolved) throw new DomainError('INCIDENT_RESOLVED');
        await this.incidents.addUpdate(tx, { id: updateId, incidentId, status, text });
        const newValue = { incidentId, status };
        await this.audit.insertOwn(tx, 'incident-updated', actorId, caller, { newValue });
      }
      return this.incidents.get(tx, incidentId);
    });
  }
}
