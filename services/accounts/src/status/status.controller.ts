import { HandleCommand } from '@desk/bullmq-transport';
import {
  createIncident,
  DomainError,
  getStatusHistory,
  type Incident,
  type IncidentStatus,
  listIncidents,
  MAX_LISTED_INCIDENTS,
  recordComponentChecks,
  type RequestOf,
  STATUS_DAYS,
  type StatusComponent,
  updateIncident,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Controller, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditRepository } from '../audit/audit.repository.js';
import { AdminAccess } from '../credentials/admin-access.js';
import { ComponentCheckRepository } from './component-check.repository.js';

const toIso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const SELECT_INCIDENTS = `
  SELECT i.id, i.title, i.components, ${toIso('i.created_at')} AS "createdAt",
         ${toIso('i.resolved_at')} AS "resolvedAt",
         (SELECT jsonb_agg(jsonb_build_object('id', u.id, 'status', u.status, 'text', u.text, 'at', ${toIso('u.at')})
                           ORDER BY u.at DESC, u.id)
            FROM incident_updates u WHERE u.incident_id = i.id) AS updates
    FROM incidents i`;

@Injectable()
export class IncidentRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the newest first. With `days`, only those still open or resolved within that many days. */
  async list(days: number | null): Promise<Incident[]> {
    return this.dataSource.query(
      `${SELECT_INCIDENTS}
        WHERE $1::int IS NULL OR i.resolved_at IS NULL OR i.resolved_at > now() - make_interval(days => $1)
        ORDER BY i.created_at DESC, i.id DESC LIMIT $2`,
      [days, MAX_LISTED_INCIDENTS],
    );
  }

  /** @throws INCIDENT_NOT_FOUND */
  async get(tx: Tx, id: string): Promise<Incident> {
    const [incident] = await tx.query<Incident>(`${SELECT_INCIDENTS} WHERE i.id = $1`, [id]);
    if (!incident) throw new DomainError('INCIDENT_NOT_FOUND');
    return incident;
  }

  /** Returns false if the incident exists. */
  async insert(
    tx: Tx,
    incident: { id: string; title: string; components: readonly StatusComponent[] },
  ): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO incidents (id, title, components) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING id`,
      [incident.id, incident.title, incident.components],
    );
    return rows.length > 0;
  }

  /** Locks the row until the transaction ends. */
  async lock(tx: Tx, id: string): Promise<{ isResolved: boolean } | undefined> {
    return tx.one<{ isResolved: boolean }>(
      'SELECT resolved_at IS NOT NULL AS "isResolved" FROM incidents WHERE id = $1 FOR UPDATE',
      [id],
    );
  }

  async hasUpdate(tx: Tx, id: string): Promise<boolean> {
    return (await tx.query('SELECT id FROM incident_updates WHERE id = $1', [id])).length > 0;
  }

  async addUpdate(
    tx: Tx,
    update: { id: string; incidentId: string; status: IncidentStatus; text: string },
  ): Promise<void> {
    await tx.query(
      // Not now(), when the transaction began: updates that waited for the row's lock must keep their order.
      `INSERT INTO incident_updates (id, incident_id, status, text, at)
       VALUES ($1, $2, $3, $4, date_trunc('milliseconds', clock_timestamp()))`,
      [update.id, update.incidentId, update.status, update.text],
    );
    if (update.status === 'resolved')
      await tx.query(
        `UPDATE incidents SET resolved_at = (SELECT at FROM incident_updates WHERE id = $2) WHERE id = $1`,
        [update.incidentId, update.id],
      );
  }
}

/** The public status page and the admins' part of it. */
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
      this.incidents.list(STATUS_DAYS),
    ]);
    return { ...uptime, incidents };
  }

  @HandleCommand(listIncidents)
  async list({ actorId }: RequestOf<typeof listIncidents>) {
    await this.adminAccess.assertAllowed(actorId);
    return { incidents: await this.incidents.list(null) };
  }

  @HandleCommand(createIncident)
  async create(request: RequestOf<typeof createIncident>) {
    await this.adminAccess.assertAllowed(request.actorId);
    const { incidentId, updateId, title, components, status, text, actorId, caller } = request;
    return this.transactions.run(async (tx) => {
      if (await this.incidents.insert(tx, { id: incidentId, title, components })) {
        await this.incidents.addUpdate(tx, { id: updateId, incidentId, status, text });
        const newValue = { incidentId, title, components, status };
        await this.audit.insertByUser(tx, 'incident-created', actorId, caller, { newValue });
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
        await this.audit.insertByUser(tx, 'incident-updated', actorId, caller, { newValue });
      }
      return this.incidents.get(tx, incidentId);
    });
  }
}
