import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';

export interface LiveEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** One event stream of a page. */
export class LivePage {
  readonly events: LiveEvent[] = [];
  status = 0;
  headers = new Headers();
  retry: string | undefined;
  hasEnded = false;
  private readonly controller = new AbortController();

  static async open(
    url: string,
    browser: Browser,
    lastEventId?: string,
    headers: Record<string, string> = {},
    path = '/api/live',
  ): Promise<LivePage> {
    const page = new LivePage();
    const response = await fetch(`${url}${path}`, {
      headers: {
        accept: 'text/event-stream',
        'accept-encoding': 'gzip, br',
        'sec-fetch-site': 'same-origin',
        ...headers,
        cookie: browser.cookieHeader(),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      signal: page.controller.signal,
    });
    page.status = response.status;
    page.headers = response.headers;
    void page.read(response).catch(() => undefined);
    return page;
  }

  get lastId(): string {
    return this.events.at(-1)?.id ?? '';
  }

  kinds(): string[] {
    return this.events.map(({ event }) => event);
  }

  /** Waits for the first event of this kind, and about this lead if one is given. */
  waitFor(event: string, leadId?: string): Promise<LiveEvent> {
    return eventually(
      () =>
        this.events.find(
          (received) =>
            received.event === event && (leadId === undefined || received.data['leadId'] === leadId),
        ) ?? false,
    );
  }

  close(): void {
    this.controller.abort();
  }

  private async read(response: Response): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    try {
      for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
        const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.parseBlock(block);
      }
    } finally {
      this.hasEnded = true;
    }
  }

  private parseBlock(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trimStart()] as const;
      }),
    );
    this.retry = fields.get('retry') ?? this.retry;
    const [id = '', event, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
    if (event !== undefined && data !== undefined)
      this.events.push({ id, event, data: JSON.parse(data) as Record<string, unknown> });
  }
}
