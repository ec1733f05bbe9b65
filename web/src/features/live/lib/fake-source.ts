import type { LiveKind, Source } from './live-connection';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;

/** For tests: the browser's part. What its EventSource does is done to it by hand. */
export class FakeSource implements Source {
  readyState: number = CONNECTING;
  onopen: Source['onopen'] = null;
  onerror: Source['onerror'] = null;
  isClosedByUs = false;
  private readonly listeners = new Map<string, (event: MessageEvent<string>) => void>();

  addEventListener(kind: string, listener: (event: MessageEvent<string>) => void): void {
    this.listeners.set(kind, listener);
  }

  close(): void {
    this.isClosedByUs = true;
    this.readyState = CLOSED;
  }

  opens(): void {
    this.readyState = OPEN;
    this.onopen?.({} as Event);
  }

  breaks(): void {
    this.readyState = CONNECTING;
    this.onerror?.({} as Event);
  }

  isRefused(): void {
    this.readyState = CLOSED;
    this.onerror?.({} as Event);
  }

  says(kind: LiveKind, lastEventId: string, leadId: string | null = null): void {
    const data = JSON.stringify({ leadId, at: '2026-01-05T14:30:00.000Z' });
    this.listeners.get(kind)?.({ lastEventId, data } as MessageEvent<string>);
  }
}
