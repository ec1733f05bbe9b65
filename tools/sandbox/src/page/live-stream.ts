import type { ServerResponse } from 'node:http';

const QUIET_MS = 250;
const KEEP_ALIVE_MS = 20_000;

/**
 * Tells open pages that something changed, at most four times a second, however much arrives. What changed
 * they ask for themselves.
 */
export class LiveStream {
  private readonly readers = new Set<ServerResponse>();
  private timer: NodeJS.Timeout | undefined;
  private readonly beat = setInterval(() => this.write(': still here\n\n'), KEEP_ALIVE_MS).unref();

  readonly changed = (): void => {
    if (this.readers.size === 0 || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.write('data: changed\n\n');
    }, QUIET_MS);
  };

  join(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write('retry: 1000\n\n');
    this.readers.add(response);
    response.once('close', () => this.readers.delete(response));
  }

  close(): void {
    clearInterval(this.beat);
    clearTimeout(this.timer);
    for (const reader of this.readers) reader.end();
  }

  private write(text: string): void {
    for (const reader of this.readers) reader.write(text);
  }
}
