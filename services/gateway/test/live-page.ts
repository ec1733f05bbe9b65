import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';

export interface Heard {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** What a browser's EventSource does, one connection of it. */
export class LivePage {
  readonly heard: Heard[] = [];
  status = 0;
  headers = new Headers();
  retry: string | undefined;
  hasEnded = false;
  private readonly aborting = new AbortController();

  static async open(url: string, browser: Browser, lastEventId?: string): Promise<LivePage> {
    const page = new LivePage();
    const response = await fetch(`${url}/api/live`, {
      headers: {
        accept: 'text/event-stream',
        'accept-encoding': 'gzip, br',
        'sec-fetch-site': 'same-origin',
        cookie: browser.cookieHeader(),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      signal: page.aborting.signal,
    });
    page.status = response.status;
    page.headers = response.headers;
    void page.read(response).catch(() => undefined);
    return page;
  }

  get lastId(): string {
    return this.heard.at(-1)?.id ?? '';
  }

  kinds(): string[] {
    return this.heard.map(({ event }) => event);
  }

  /** The first event of this kind, about this lead where one is named. */
  next(event: string, leadId?: string): Promise<Heard> {
    return eventually(
      () =>
        this.heard.find(
          (one) => one.event === event && (leadId === undefined || one.data['leadId'] === leadId),
        ) ?? false,
    );
  }

  close(): void {
    this.aborting.abort();
  }

  private async read(response: Response): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    try {
      for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
        const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.take(block);
      }
    } finally {
      this.hasEnded = true;
    }
  }

  private take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trimStart()] as const;
      }),
    );
    this.retry = fields.get('retry') ?? this.retry;
    const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
    if (id !== undefined && event !== undefined && data !== undefined)
      this.heard.push({ id, event, data: JSON.parse(data) as Record<string, unknown> });
  }
}
