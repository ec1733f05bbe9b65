import type { listAudit, PayloadOf, recordAction, RequestOf, ResponseOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from './audit.repository.js';

@Injectable()
export class AuditService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditRepository,
  ) {}

  async recordAction(action: PayloadOf<typeof recordAction>): Promise<void> {
    await this.transactions.run((tx) => this.audit.insertRecordedAction(tx, action));
  }

  async list({ userId, page, pageSize }: RequestOf<typeof listAudit>): Promise<ResponseOf<typeof listAudit>> {
    const rows = await this.audit.list({ userId, offset: (page - 1) * pageSize, limit: pageSize });
    const total = await this.audit.count(userId);
    return { events: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total };
  }
}
