import {
  type createIncident,
  DomainError,
  type Incident,
  type RequestOf,
  type updateIncident,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { IncidentRepository } from './incident.repository.js';

/** Incidents as administrators publish them. What was published is not changed: a correction is a further update. */
@Injectable()
export class IncidentsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly incidents: IncidentRepository,
    private readonly audit: AuditRepository,
  ) {}

  create(request: RequestOf<typeof createIncident>): Promise<Incident> {
    const { incidentId, updateId, title, components, status, text, actorId, caller } = request;
    return this.transactions.run(async (tx) => {
      if (await this.incidents.insert(tx, { id: incidentId, title, components })) {
        await this.incidents.addUpdate(tx, { id: updateId, incidentId, status, text });
        await this.audit.insert(tx, {
          action: 'incident-created',
          userId: actorId,
          actorId,
          caller,
          newValue: { incidentId, title, components, status },
        });
      }
      const incident = await this.incidents.get(tx, incidentId);
      if (!incident) throw new DomainError('INCIDENT_NOT_FOUND');
      return incident;
    });
  }

  /** @throws INCIDENT_NOT_FOUND, INCIDENT_RESOLVED */
  update(request: RequestOf<typeof updateIncident>): Promise<Incident> {
    const { incidentId, updateId, status, text, actorId, caller } = request;
    return this.transactions.run(async (tx) => {
      const row = await this.incidents.lock(tx, incidentId);
      if (!row) throw new DomainError('INCIDENT_NOT_FOUND');
      if (!(await this.incidents.hasUpdate(tx, updateId))) {
        if (row.isResolved) throw new DomainError('INCIDENT_RESOLVED');
        await this.incidents.addUpdate(tx, { id: updateId, incidentId, status, text });
        await this.audit.insert(tx, {
          action: 'incident-updated',
          userId: actorId,
          actorId,
          caller,
          newValue: { incidentId, status },
        });
      }
      const incident = await this.incidents.get(tx, incidentId);
      if (!incident) throw new DomainError('INCIDENT_NOT_FOUND');
      return incident;
    });
  }
}
