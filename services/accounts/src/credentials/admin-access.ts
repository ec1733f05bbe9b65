import { DomainError } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Account, SecondFactorPolicy } from './second-factor-policy.js';

/** Checks again, behind the gateway, that a command about everyone's data comes from an admin. */
@Injectable()
export class AdminAccess {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policy: SecondFactorPolicy,
  ) {}

  /** @throws FORBIDDEN, SECOND_FACTOR_REQUIRED */
  async assertAllowed(actorId: string): Promise<void> {
    const [actor]: Account[] = await this.dataSource.query(
      `SELECT is_admin AS "isAdmin", has_second_factor AS "hasSecondFactor"
         FROM users WHERE id = $1 AND disabled_at IS NULL`,
      [actorId],
    );
    if (!actor?.isAdmin) throw new DomainError('FORBIDDEN');
    if (this.policy.isMissing(actor)) throw new DomainError('SECOND_FACTOR_REQUIRED');
  }
}
