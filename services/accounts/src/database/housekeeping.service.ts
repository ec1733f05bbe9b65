import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';

const EVERY_MS = 3_600_000;

/** What has ended is removed; personal data of sign-ups that nobody went on with is not kept. */
const removals = [
  'DELETE FROM sessions WHERE expire < now()',
  `DELETE FROM throttles WHERE updated_at < now() - interval '60 days' AND blocked_until < now()`,
  `DELETE FROM password_resets WHERE expires_at < now() - interval '30 days'`,
  `DELETE FROM email_changes WHERE expires_at < now() - interval '30 days'`,
  `DELETE FROM get_started_leads WHERE completed_at IS NULL AND user_id IS NULL AND updated_at < now() - interval '30 days'`,
];

/** Any number of copies may do it at once. */
@Injectable()
export class HousekeepingService implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.clean(), EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async clean(): Promise<void> {
    try {
      for (const sql of removals) await this.dataSource.query(sql);
    } catch (err) {
      this.logger.warn({ err }, 'housekeeping: will be tried again');
    }
  }
}
