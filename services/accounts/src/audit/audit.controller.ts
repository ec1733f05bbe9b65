import { HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import { listAudit, type PayloadOf, recordAction, type RequestOf, type ResponseOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditRepository } from './audit.repository.js';

interface Row {
  id: string;
  at: Date;
  actorId: string | null;
  userId: string | null;
  action: string;
  address: string | null;
  oldValue: object | null;
  newValue: object | null;
}

@Controller()
export class AuditController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly audit: AuditRepository,
  ) {}

  @HandleEvent(recordAction)
  async record(told: PayloadOf<typeof recordAction>): Promise<void> {
    await this.transactions.run((tx) => this.audit.record(tx, told));
  }

  @HandleCommand(listAudit)
  async list({ userId, page, pageSize }: RequestOf<typeof listAudit>): Promise<ResponseOf<typeof listAudit>> {
    const rows: Row[] = await this.dataSource.query(
      `SELECT id::text, at, actor_id AS "actorId", user_id AS "userId", action, address,
              old_value AS "oldValue", new_value AS "newValue"
         FROM audit_events WHERE $1::uuid IS NULL OR user_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
      [userId, pageSize, (page - 1) * pageSize],
    );
    const counted: { total: number }[] = await this.dataSource.query(
      'SELECT count(*)::int AS total FROM audit_events WHERE $1::uuid IS NULL OR user_id = $1',
      [userId],
    );
    return {
      events: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      total: counted[0]?.total ?? 0,
    };
  }
}
