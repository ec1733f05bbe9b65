import {
  type changeTimeZone,
  type CurrentUser,
  DomainError,
  type RequestOf,
  timeZoneChanged,
} from '@desk/contracts';
import { codeOf, Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditRepository } from '../audit/audit.repository.js';
import { UserRepository } from './user.repository.js';
import { UsersService } from './users.service.js';

const INVALID_PARAMETER_VALUE = '22023';

/** Names only: PostgreSQL reads the sign of an offset such as +05:30 the other way round. */
const ZONE_NAME = /^[a-z][a-z0-9_+-]*(?:\/[a-z0-9_+-]+)*$/i;

function canonicalize(name: string): string | undefined {
  if (!ZONE_NAME.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

@Injectable()
export class TimeZoneService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly usersService: UsersService,
    private readonly audit: AuditRepository,
  ) {}

  /** Returns the zone's name if PostgreSQL knows it too: lead-router computes days in it. */
  async find(name: string): Promise<string | undefined> {
    const timeZone = canonicalize(name);
    if (timeZone === undefined) return undefined;
    try {
      await this.dataSource.query('SELECT now() AT TIME ZONE $1', [timeZone]);
      return timeZone;
    } catch (error) {
      if (codeOf(error) === INVALID_PARAMETER_VALUE) return undefined;
      throw error;
    }
  }

  /** @throws USER_NOT_FOUND, INVALID_REQUEST */
  async change({ userId, timeZone: name, caller }: RequestOf<typeof changeTimeZone>): Promise<CurrentUser> {
    const timeZone = await this.find(name);
    if (timeZone === undefined)
      throw new DomainError('INVALID_REQUEST', {
        fields: [{ field: 'timeZone', message: 'Choose another time zone' }],
      });
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user || user.erasedAt) throw new DomainError('USER_NOT_FOUND');
      if (user.timeZone === timeZone) return;
      const version = user.timeZoneVersion + 1;
      await this.users.update(tx, userId, { timeZone, timeZoneVersion: version });
      await this.audit.insertByUser(tx, 'time-zone-changed', userId, caller, {
        oldValue: { timeZone: user.timeZone },
        newValue: { timeZone },
      });
      const at = new Date().toISOString();
      tx.publish(timeZoneChanged, { userId, timeZone, version, at }, { key: `${userId}-${version}` });
    });
    return this.usersService.getCurrentUser(userId);
  }
}
