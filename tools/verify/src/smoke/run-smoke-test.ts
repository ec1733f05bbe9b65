import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Stripe } from 'stripe';
import type { SmokeOptions, WebhookOptions } from './smoke-options.js';
import { SmokeTest, type StepResult } from './smoke-test.js';

/** Returns whether every step passed. */
export async function runSmokeTest(
  stripe: Stripe,
  { webhooks }: Pick<SmokeOptions, 'webhooks'>,
  eventTimeoutMs: number,
  report: (result: StepResult) => void,
): Promise<boolean> {
  const listener = webhooks && (await WebhookListener.start(stripe, webhooks));
  const listEvents = async (): Promise<readonly Stripe.Event[]> =>
    listener?.list() ?? (await stripe.events.list({ limit: 100 })).data;
  try {
    return await new SmokeTest(stripe, listEvents, eventTimeoutMs, report).run();
  } finally {
    listener?.close();
  }
}

const MAX_BODY_BYTES = 1_000_000;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('the event is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Receives events and keeps those with a valid signature. */
class WebhookListener {
  private readonly events: Stripe.Event[] = [];

  private constructor(
    private readonly server: Server,
    private readonly stripe: Stripe,
    private readonly secret: string,
  ) {
    server.on('request', (request, response) => {
      this.accept(request).then(
        () => response.writeHead(204).end(),
        () => response.writeHead(400).end(),
      );
    });
  }

  static async start(stripe: Stripe, { port, secret }: WebhookOptions): Promise<WebhookListener> {
    const server = createServer();
    const listener = new WebhookListener(server, stripe, secret);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return listener;
  }

  /** The events that arrived, oldest first. */
  list(): readonly Stripe.Event[] {
    return this.events;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async accept(request: IncomingMessage): Promise<void> {
    const body = await readBody(request);
    const signature = request.headers['stripe-signature'] ?? '';
    this.events.push(this.stripe.webhooks.constructEvent(body, signature, this.secret));
  }
}
