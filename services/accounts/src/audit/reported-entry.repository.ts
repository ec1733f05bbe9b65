import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** An audit entry that may be reported late, or more than once. Its id prevents duplicates. */
interface ReportedEntry {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly userId?: string | null;
  readonly actorId?: string | null;
  readonly address?: string;
  readonly userAgent?: string | null;
  /** Instead of the address. */
  readonly network?: string;
  /** Who ran a command-line tool. */
  readonly operator?: string;
  readonly correlationId?: string | null;
  readonly newValue?: object;
}

/** The column and type of each field. */
const COLUMNS: Readonly<Record<keyof ReportedEntry, readonly [column: string, type: string]>> = {
  id: ['action_id', 'uuid'],
  at: ['at', 'timestamptz'],
  action: ['action', 'text'],
  userId: ['user_id', 'uuid'],
  actorId: ['actor_id', 'uuid'],
  address: ['address', 'text'],
  userAgent: ['user_agent', 'text'],
  network: ['network', 'text'],
  operator: ['operator', 'text'],
  correlationId: ['correlation_id', 'text'],
  newValue: ['new_value', 'jsonb'],
};
const fields = Object.entries(COLUMNS);

const INSERT = `
  INSERT INTO audit_events (${fields.map(([, [column]]) => column).join(', ')})
  SELECT ${fields.map(([field]) => `"${field}"`).join(', ')}
    FROM jsonb_to_recordset($1) AS r (${fields.map(([field, [, type]]) => `"${field}" ${type}`).join(', ')})
  ON CONFLICT (action_id) WHERE action_id IS NOT NULL DO NOTHING`;

@Injectable()
export class ReportedEntryRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Ignores entries whose id is in the table already. */
  async insert(entries: readonly ReportedEntry[]): Promise<void> {
    await this.dataSource.query(INSERT, [JSON.stringify(entries)]);
  }
}
