import type { Response } from 'express';
import { EVENT_STREAM } from '../http/event-stream.js';

/** How long browsers wait before they reconnect. Spread, so that they do not all return at once. */
const RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 1_000;
/** How long the client may take to close the connection after the end. */
const END_TIMEOUT_MS = 1_000;

/** Server-sent events to one page (HTML standard, section 9.2). */
export class EventStream {
  readonly closed: Promise<void>;
  private wasBlocked = false;

  constructor(private readonly response: Response) {
    this.closed = new Promise((resolve) => {
      response.once('close', resolve);
    });
    response.writeHead(200, {
      'content-type': `${EVENT_STREAM}; charset=utf-8`,
      'cache-control': 'no-store',
      // Keeps nginx from buffering events.
      'x-accel-buffering': 'no',
      // No other request will use this connection, so shutdown need not wait for one.
      connection: 'close',
    });
    this.setRetryDelay(RETRY_MS + Math.round(Math.random() * RETRY_SPREAD_MS));
  }

  get isOpen(): boolean {
    return !this.response.destroyed && !this.response.writableEnded;
  }

  /** Events of a stream that cannot be resumed have no id. */
  send(name: string, id: number | null, data: object): void {
    const idLine = id === null ? '' : `id: ${id}\n`;
    this.write(`${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  setRetryDelay(ms: number): void {
    this.write(`retry: ${ms}\n\n`);
  }

  /** Resolves once there is room for more events, or the connection is closed. */
  async drained(): Promise<void> {
    if (!this.isOpen || !this.response.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.response.off('drain', done).off('close', done);
        resolve();
      };
      this.response.on('drain', done).on('close', done);
    });
  }

  /**
   * Shows proxies that the connection is alive. Cuts off a client that is behind at two heartbeats in a row;
   * it resumes when it reconnects.
   */
  sendHeartbeat(): void {
    if (!this.response.writableNeedDrain) {
      this.wasBlocked = false;
      this.write(':\n\n');
    } else if (this.wasBlocked) this.response.destroy();
    else this.wasBlocked = true;
  }

  /** Resolves once the connection is closed, within a second even if the client does not cooperate. */
  async end(): Promise<void> {
    if (!this.isOpen) return;
    this.response.end();
    const timer = setTimeout(() => this.response.destroy(), END_TIMEOUT_MS);
    await this.closed;
    clearTimeout(timer);
  }

  private write(text: string): void {
    if (this.isOpen) this.response.write(text);
  }
}
