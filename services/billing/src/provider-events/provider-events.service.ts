import {
  type acceptProviderEvent,
  type acceptProviderEvents,
  processProviderEvent,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { EventClient } from '../provider/event-client.js';
import type { ProviderEvent } from '../provider/provider-event.js';
import { ProviderEventRepository } from './provider-event.repository.js';

@Injectable()
export class ProviderEventsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly client: EventClient,
    private readonly events: ProviderEventRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async accept({
    rawBody,
    signature,
  }: RequestOf<typeof acceptProviderEvent>): Promise<ResponseOf<typeof acceptProviderEvent>> {
    const event = this.client.verify(rawBody, signature);
    const [unexpected] = await this.events.insertExpected([event]);
    return { stored: unexpected === undefined || (await this.store(event)) };
  }

  /** One event that cannot be stored does not keep the others from being stored. */
  async acceptSeveral({
    events,
  }: RequestOf<typeof acceptProviderEvents>): Promise<ResponseOf<typeof acceptProviderEvents>> {
    const verified = events.map(({ rawBody, signature }) => this.tryVerify(rawBody, signature));
    const unexpected = new Set(
      await this.events.insertExpected(verified.filter((event) => event !== undefined)),
    );
    const isStored = (event: ProviderEvent | undefined): Promise<boolean> => {
      if (!event) return Promise.resolve(false);
      return unexpected.has(event) ? this.tryStore(event) : Promise.resolve(true);
    };
    const stored = await Promise.all(verified.map(isStored));
    return { failed: stored.flatMap((done, index) => (done ? [] : [index])) };
  }

  /** Stores events that the provider lists. Returns how many of them were missing. */
  async storeMissing(events: readonly ProviderEvent[]): Promise<number> {
    let missing = 0;
    for (const event of await this.events.filterUnknown(events)) if (await this.store(event)) missing += 1;
    return missing;
  }

  /** Returns false if the event is already stored. */
  private store(event: ProviderEvent): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const isNew = await this.events.insert(tx, event);
      if (isNew) tx.publish(processProviderEvent, { eventId: event.id }, { key: event.id });
      return isNew;
    });
  }

  /** Returns whether the event is stored now. */
  private async tryStore(event: ProviderEvent): Promise<boolean> {
    try {
      await this.store(event);
      return true;
    } catch (err) {
      this.logger.warn({ err, eventId: event.id }, 'provider event not stored');
      return false;
    }
  }

  private tryVerify(rawBody: string, signature: string): ProviderEvent | undefined {
    try {
      return this.client.verify(rawBody, signature);
    } catch (err) {
      this.logger.warn({ err }, 'provider event rejected');
      return undefined;
    }
  }
}
