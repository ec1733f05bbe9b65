import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EligibilityService } from './standing.service.js';

const EVERY_MS = 2_000;
const AT_ONCE = 100;

/** The marks of copies of an older version; one that still needs its mark makes it again. */
const TAKE_OVER = `
  WITH old AS (UPDATE users SET standing_stale = false WHERE standing_stale RETURNING id)
  INSERT INTO stale_standings (user_id) SELECT id FROM old ON CONFLICT DO NOTHING`;

/** Looks for changes that were cut off half way, and for accounts disabled from the console. */
@Injectable()
export class StandingRepair implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private repairing: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly standing: EligibilityService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.repairing;
  }

  /** One that fails is tried again later and does not keep the others waiting. */
  async repair(): Promise<void> {
    try {
      await this.dataSource.query(TAKE_OVER);
      const rows: { id: string }[] = await this.dataSource.query(
        `SELECT user_id AS id FROM stale_standings ORDER BY random() LIMIT ${AT_ONCE}`,
      );
      for (const { id } of rows)
        await this.standing
          .apply(id)
          .catch((err: unknown) => this.logger.warn({ err, userId: id }, 'standing: will be tried again'));
    } catch (err) {
      this.logger.warn({ err }, 'standing: will be tried again');
    }
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.repairing = this.repair().then(() => this.schedule());
    }, EVERY_MS);
  }
}
