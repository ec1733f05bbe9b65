import { CommandClient } from '@desk/bullmq-transport';
import { acceptProviderEvent, acceptProviderEvents, DomainError, MAX_PROVIDER_EVENTS } from '@desk/contracts';
import { Injectable } from '@nestjs/common';

export interface SignedEvent {
  readonly rawBody: string;
  readonly signature: string;
}

interface WaitingEvent {
  readonly event: SignedEvent;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** How long to collect events. The card provider waits for seconds, and a charge never waits for its event. */
const COLLECT_MS = 200;
/** Events are sent at once when their bodies have this many characters together. */
const MAX_LENGTH = 500_000;

/** Forwards events of the card provider to billing, those of the same moment in one message. */
@Injectable()
export class EventForwarder {
  private waiting: WaitingEvent[] = [];
  private length = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly commands: CommandClient) {}

  /** Resolves once billing has stored the event. @throws UNAVAILABLE, INVALID_SIGNATURE */
  forward(event: SignedEvent): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ event, resolve, reject });
      this.length += event.rawBody.length;
      if (this.waiting.length >= MAX_PROVIDER_EVENTS || this.length >= MAX_LENGTH) void this.flush();
      else this.timer ??= setTimeout(() => void this.flush(), COLLECT_MS);
    });
  }

  private async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.length = 0;
    const waiting = this.waiting.splice(0);
    try {
      const failed = await this.send(waiting.map(({ event }) => event));
      waiting.forEach(({ resolve, reject }, index) => {
        if (failed.has(index)) reject(new DomainError('UNAVAILABLE'));
        else resolve();
      });
    } catch (error) {
      waiting.forEach(({ reject }) => reject(error));
    }
  }

  /** Returns the positions of events that were not stored. */
  private async send(events: readonly SignedEvent[]): Promise<ReadonlySet<number>> {
    const [only, ...more] = events;
    if (only && more.length === 0) {
      await this.commands.send(acceptProviderEvent, only);
      return new Set();
    }
    return new Set((await this.commands.send(acceptProviderEvents, { events: [...events] })).failed);
  }
}
