import { currentContext, HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import {
  listAudit,
  type PayloadOf,
  recordAccess,
  recordAction,
  recordFunnelKeyChange,
  type RequestOf,
} from '@desk/contracts';
import { toPage, truncateAddress } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { AdminAccess } from '../credentials/admin-access.js';
import { AuditRepository } from './audit.repository.js';
import { ReportedEntryRepository } from './reported-entry.repository.js';

const correlationId = (): string | null => currentContext()?.correlationId ?? null;

@Controller()
export class AuditController {
  constructor(
    private readonly audit: AuditRepository,
    private readonly reported: ReportedEntryRepository,
    private readonly adminAccess: AdminAccess,
  ) {}

  @HandleEvent(recordAction)
  async recordAction(event: PayloadOf<typeof recordAction>): Promise<void> {
    const { actionId, subject, filters, caller, ...action } = event;
    const newValue = { subject, ...(filters ? { filters } : {}) };
    await this.reported.insert([
      { ...action, ...caller, id: actionId, newValue, correlationId: correlationId() },
    ]);
  }

  @HandleEvent(recordFunnelKeyChange)
  async recordFunnelKeyChange(change: PayloadOf<typeof recordFunnelKeyChange>): Promise<void> {
    const { changeId, funnelId, keyPrefix, ...rest } = change;
    const newValue = { subject: { kind: 'funnel', id: funnelId }, keyPrefix };
    await this.reported.insert([{ ...rest, id: changeId, newValue, correlationId: correlationId() }]);
  }

  /** Records accesses under the account of the user who made them. */
  @HandleCommand(recordAccess)
  async recordAccess({ records }: RequestOf<typeof recordAccess>) {
    await this.reported.insert(
      records.map(({ route, subject, requestId, ...record }) => ({
        ...record,
        userId: record.actorId,
        correlationId: requestId,
        newValue: { route, ...(subject ? { subject } : {}) },
      })),
    );
    return {};
  }

  @HandleCommand(listAudit)
  async list({ actorId, userId, before, pageSize }: RequestOf<typeof listAudit>) {
    await this.adminAccess.assertAllowed(actorId);
    const found = await this.audit.list({ userId, before, limit: pageSize + 1 });
    const { rows, next } = toPage(found, pageSize, ({ id }) => id);
    const events = rows.map(({ at, network, ...row }) => ({
      ...row,
      at: at.toISOString(),
      network: network ?? (row.address === null ? null : truncateAddress(row.address)),
    }));
    return { events, next };
  }
}
