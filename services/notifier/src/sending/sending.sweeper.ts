import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AccountMailDispatcher } from '../account-mail/account-mail.line.js';
import { SendingRepository, type SendingTable } from '../database/repositories/sending.repository.js';
import { DeliveryDispatcher } from '../deliveries/delivery.line.js';
import type { Dispatcher } from './sending-line.js';

const SWEEP_EVERY_MS = 5_000;

/** Orders anew what nobody works on although it is due. Any number of copies may sweep: the orders are the same. */
@Injectable()
export class SendingSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: SendingRepository,
    private readonly deliveries: DeliveryDispatcher,
    private readonly accountMails: AccountMailDispatcher,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.sweeping;
  }

  /** Gives the order of each stuck row again, and answers how many there were. */
  async sweep(): Promise<number> {
    return (await this.sweepLine(this.deliveries)) + (await this.sweepLine(this.accountMails));
  }

  private async sweepLine<T extends SendingTable>(line: Dispatcher<T>): Promise<number> {
    const stuck = await this.transactions.run(async (tx) => {
      const rows = await this.rows.findStuck(tx, line.table);
      for (const { id, attempts } of rows) line.order(tx, id, attempts + 1);
      return rows;
    });
    if (stuck.length > 0)
      this.logger.warn({ table: line.table, ids: stuck.map(({ id }) => id) }, 'ordered anew');
    return stuck.length;
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(
      () => {
        this.sweeping = this.sweep().then(
          () => undefined,
          (err: unknown) => this.logger.warn({ err }, 'sweep: will be tried again'),
        );
        void this.sweeping.then(() => this.schedule());
      },
      SWEEP_EVERY_MS * (0.8 + Math.random() * 0.4),
    );
  }
}
