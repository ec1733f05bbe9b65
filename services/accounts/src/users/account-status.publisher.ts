import { accountStatusChanged } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const INTERVAL_MS = 2_000;

interface AccountStatus {
  readonly userId: string;
  readonly disabled: boolean;
  readonly version: number;
}

const CLAIM_UNPUBLISHED = `
  UPDATE users
     SET published_disabled = (disabled_at IS NOT NULL), status_version = status_version + 1
   WHERE id IN (SELECT id FROM users WHERE NOT is_admin AND published_disabled <> (disabled_at IS NOT NULL)
                   -- Leads start again only after the recovery that enabling is.
                   AND published_recovery_version = recovery_version
                 LIMIT 100 FOR UPDATE SKIP LOCKED)
  RETURNING id AS "userId", published_disabled AS disabled, status_version AS version`;

/**
 * Publishes which accounts were disabled or enabled. The admin command line only writes `disabled_at`: it has no
 * message keys and so cannot write to the outbox.
 */
@Injectable()
export class AccountStatusPublisher implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.tasks.start({
      name: 'account status publishing',
      intervalMs: INTERVAL_MS,
      run: () => this.publish(),
    });
  }

  private publish(): Promise<void> {
    return this.transactions.run(async (tx) => {
      for (const status of await tx.query<AccountStatus>(CLAIM_UNPUBLISHED))
        tx.publish(
          accountStatusChanged,
          { ...status, at: new Date().toISOString() },
          { key: `${status.userId}-${status.version}` },
        );
    });
  }
}
