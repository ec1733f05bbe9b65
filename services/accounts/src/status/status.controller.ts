import { HandleCommand } from '@desk/bullmq-transport';
import {
  createIncident,
  getStatusHistory,
  listIncidents,
  MAX_LISTED_INCIDENTS,
  recordComponentChecks,
  type RequestOf,
  type ResponseOf,
  STATUS_DAYS,
  updateIncident,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { AdminAccess } from '../credentials/admin-access.js';
import { ComponentCheckRepository } from './component-check.repository.js';
import { IncidentRepository } from './incident.repository.js';
import { IncidentsService } from './incidents.service.js';

/** The public status page and the administrators' part of it. */
@Controller()
export class StatusController {
  constructor(
    private readonly checks: ComponentCheckRepository,
    private readonly repository: IncidentRepository,
    private readonly incidents: IncidentsService,
    private readonly adminAccess: AdminAccess,
  ) {}

  @HandleCommand(recordComponentChecks)
  async record({
    minutes,
  }: RequestOf<typeof recordComponentChecks>): Promise<ResponseOf<typeof recordComponentChecks>> {
    await this.checks.record(minutes);
    return {};
  }

  @HandleCommand(getStatusHistory)
  async getHistory(): Promise<ResponseOf<typeof getStatusHistory>> {
    const [uptime, incidents] = await Promise.all([
      this.checks.getUptime(),
      this.repository.list({ days: STATUS_DAYS, limit: MAX_LISTED_INCIDENTS }),
    ]);
    return { ...uptime, incidents };
  }

  @HandleCommand(listIncidents)
  async list({ actorId }: RequestOf<typeof listIncidents>): Promise<ResponseOf<typeof listIncidents>> {
    await this.adminAccess.assertAllowed(actorId);
    return { incidents: await this.repository.list({ days: null, limit: MAX_LISTED_INCIDENTS }) };
  }

  @HandleCommand(createIncident)
  async create(request: RequestOf<typeof createIncident>): Promise<ResponseOf<typeof createIncident>> {
    await this.adminAccess.assertAllowed(request.actorId);
    return this.incidents.create(request);
  }

  @HandleCommand(updateIncident)
  async update(request: RequestOf<typeof updateIncident>): Promise<ResponseOf<typeof updateIncident>> {
    await this.adminAccess.assertAllowed(request.actorId);
    return this.incidents.update(request);
  }
}
