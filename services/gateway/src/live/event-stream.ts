import type { Response } from 'express';
import { EVENT_STREAM } from '../http/event-stream.js';

/** After what time a browser tries again when it has lost us: all of them at once would be too many. */
const RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 1_000;
/** How long an end may take to arrive. */
const END_MS = 1_000;

/** Server-sent events to one browser (HTML standard, section 9.2). */
export class EventStream {
  readonly closed: Promise<void>;
  private wasStuck = false;

  constructor(private readonly response: Response) {
    this.closed = new Promise((resolve) => {
      response.once('close', resolve);
    });
    response.writeHead(200, {
      'content-type': `${EVENT_STREAM}; charset=utf-8`,
      'cache-control': 'no-store',
      // nginx would keep events back until there are enough of them.
      'x-accel-buffering': 'no',
      // Nothing comes after a stream on its connection, so it needs not be waited for at the end.
      connection: 'close',
    });
    this.retryAfter(RETRY_MS + Math.round(Math.random() * RETRY_SPREAD_MS));
  }

  get isOpen(): boolean {
    return !this.response.destroyed && !this.response.writableEnded;
  }

  send(name: string, id: number, data: object): void {
    this.write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  retryAfter(ms: number): void {
    this.write(`retry: ${ms}\n\n`);
  }

  /** Resolves when there is room for more, or nobody left to read it. */
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
   * Called from time to time: shows proxies that the connection is alive. Who has read nothing between two of these
   * while something lay waiting is cut off, and resumes when it reads again.
   */
  beat(): void {
    if (!this.response.writableNeedDrain) {
      this.wasStuck = false;
      this.write(':\n\n');
    } else if (this.wasStuck) this.response.destroy();
    else this.wasStuck = true;
  }

  /** Resolves when the connection is closed, which does not take long whatever the other side does. */
  async end(): Promise<void> {
    if (!this.isOpen) return;
    this.response.end();
    const timer = setTimeout(() => this.response.destroy(), END_MS);
    await this.closed;
    clearTimeout(timer);
  }

  private write(text: string): void {
    if (this.isOpen) this.response.write(text);
  }
}
