import type { ServerResponse } from 'node:http';

const MIN_INTERVAL_MS = 250;
const KEEP_ALIVE_INTERVAL_MS = 20_000;

/** Notifies open pages of changes, at most four times a second. The pages then fetch the new state. */
export class LiveStream {
  private readonly readers = new Set<ServerResponse>();
  private timer: NodeJS.Timeout | undefined;
  private readonly keepAlive = setInterval(
    () => this.write(': keep-alive\n\n'),
    KEEP_ALIVE_INTERVAL_MS,
  ).unref();

  readonly changed = (): void => {
    if (this.readers.size === 0 || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.write('data: changed\n\n');
    }, MIN_INTERVAL_MS);
  };

  join(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write('retry: 1000\n\n');
    this.readers.add(response);
    response.once('close', () => this.readers.delete(response));
  }

  close(): void {
    clearInterval(this.keepAlive);
    clearTimeout(this.timer);
    for (const reader of this.readers) reader.end();
  }

  private write(text: string): void {
    for (const reader of this.readers) reader.write(text);
  }
}
