import type { OpenStream } from '@/features/live/lib/live-connection';

/** A test double for the server's answer to one request of a stream, driven by the test. */
export class FakeStream {
  private readonly answer = Promise.withResolvers<Response>();
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(
    readonly lastEventId: string,
    readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => {
      this.answer.reject(new DOMException('aborted', 'AbortError'));
      this.break();
    });
  }

  get response(): Promise<Response> {
    return this.answer.promise;
  }

  open(): void {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      this.controller = controller;
    };
    this.answer.resolve(new Response(new ReadableStream({ start })));
  }

  refuse(error: Error): void {
    this.answer.reject(error);
  }

  send(text: string): void {
    this.controller?.enqueue(new TextEncoder().encode(text));
  }

  sendEvent(kind: string, id: string, leadId: string | null = null): void {
    const data = JSON.stringify({ leadId, at: '2026-01-05T14:30:00.000Z' });
    this.send(`id: ${id}\nevent: ${kind}\ndata: ${data}\n\n`);
  }

  end(): void {
    this.controller?.close();
  }

  break(): void {
    this.controller?.error(new TypeError('network error'));
  }
}

/** A server that keeps every requested stream. */
export class FakeServer {
  readonly streams: FakeStream[] = [];

  get last(): FakeStream {
    const stream = this.streams.at(-1);
    if (!stream) throw new Error('no stream was requested');
    return stream;
  }

  readonly openStream: OpenStream = (lastEventId, signal) => {
    const stream = new FakeStream(lastEventId, signal);
    this.streams.push(stream);
    return stream.response;
  };
}
