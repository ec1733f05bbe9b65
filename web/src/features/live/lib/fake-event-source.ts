import type { EventSourceLike, LiveKind } from './live-connection';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;

/** A test double for the browser's EventSource, driven by the test. */
export class FakeEventSource implements EventSourceLike {
  readyState: number = CONNECTING;
  onopen: EventSourceLike['onopen'] = null;
  onerror: EventSourceLike['onerror'] = null;
  isClosedByClient = false;
  private readonly listeners = new Map<string, (event: MessageEvent<string>) => void>();

  addEventListener(kind: string, listener: (event: MessageEvent<string>) => void): void {
    this.listeners.set(kind, listener);
  }

  close(): void {
    this.isClosedByClient = true;
    this.readyState = CLOSED;
  }

  simulateOpen(): void {
    this.readyState = OPEN;
    this.onopen?.({} as Event);
  }

  simulateDisconnect(): void {
    this.readyState = CONNECTING;
    this.onerror?.({} as Event);
  }

  /** What happens when the server answers with an error status. */
  simulateRejection(): void {
    this.readyState = CLOSED;
    this.onerror?.({} as Event);
  }

  simulateEvent(kind: LiveKind, lastEventId: string, leadId: string | null = null): void {
    const data = JSON.stringify({ leadId, at: '2026-01-05T14:30:00.000Z' });
    this.listeners.get(kind)?.({ lastEventId, data } as MessageEvent<string>);
  }
}
