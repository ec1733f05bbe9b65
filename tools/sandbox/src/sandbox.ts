import { createServer, type Server } from 'node:http';
import { pino } from 'pino';
import { createControl } from './control/control.js';
import { FaultInjector } from './faults/faults.js';
import { Inbox } from './inbox/inbox.js';
import { memoryJournal, openJournal, type Journal, type JournalEntry } from './journal.js';
import { TwilioCallbacks } from './messages/twilio-callbacks.js';
import type { SandboxOptions } from './options.js';
import { LiveStream } from './page/live-stream.js';
import { MetaGraph, type MetaLead } from './meta/graph.js';
import { createHandler } from './server.js';
import { startSmtp } from './smtp/smtp-inbox.js';
import { PushService } from './push/push-service.js';
import { SlackWorkspace } from './slack/workspace.js';
import { StripeApi } from './stripe/api.js';
import { StripeStore } from './stripe/store.js';
import { WebhookSender } from './stripe/webhooks.js';

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

/** Starts the sandbox. Uses free ports unless given, so that tests can run in parallel. */
export async function startSandbox(options: SandboxOptions = {}) {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The sandbox simulates external services and must not run with NODE_ENV=production.');
  const host = options.host ?? '127.0.0.1';
  const logger = pino({ name: 'sandbox', level: options.logLevel ?? 'warn' });
  let journal: Journal = memoryJournal;
  const getJournal = (): Journal => journal;

  const live = new LiveStream();
  const store = new StripeStore();
  const faults = new FaultInjector();
  const inbox = new Inbox(getJournal, live.changed);
  const meta = new MetaGraph(getJournal, live.changed);
  const webhooks = new WebhookSender(
    { url: options.webhookUrl, secret: options.webhookSecret ?? 'whsec_sandbox' },
    getJournal,
    (id) => store.events.get(id),
    live.changed,
  );

  const restore = (entry: JournalEntry): void => {
    if (entry.kind === 'stripe') store.restore(entry.value);
    else if (entry.kind === 'webhook') webhooks.finished.add((entry.value as { id: string }).id);
    else if (entry.kind === 'meta-lead') meta.restore(entry.value as MetaLead);
    else inbox.restore(entry);
  };
  const snapshot = function* (): Iterable<JournalEntry> {
    yield* store.snapshot();
    yield* inbox.snapshot();
    yield* meta.snapshot();
    for (const id of webhooks.finished) yield { kind: 'webhook', value: { id } };
  };
  if (options.stateDir !== undefined) journal = await openJournal(options.stateDir, restore, snapshot);

  const api = new StripeApi(store, journal, logger, (work) => {
    webhooks.enqueue(work.events);
    control.scheduleRefunds(work);
    live.changed();
  });
  const twilio = new TwilioCallbacks(
    { authToken: options.twilioAuthToken, publicUrl: options.publicUrl, appUrl: options.appUrl },
    inbox,
    logger,
  );
  const slack = new SlackWorkspace(live.changed);
  const push = new PushService(inbox, live.changed);
  const control = createControl({ store, api, faults, inbox, webhooks, twilio, slack, push, meta });

  const smtp = await startSmtp({ host, port: options.smtpPort ?? 0 }, inbox, faults);
  const handler = createHandler({ control, live, logger, options });
  const server = createServer({ keepAlive: true, keepAliveTimeout: 65_000 }, handler);
  const port = await listen(server, options.port ?? 0, host).catch(async (error: unknown) => {
    await smtp.close();
    throw error;
  });
  webhooks.resume(store.events.values());
  control.resumeRefunds();

  return {
    url: `http://${host}:${port}`,
    port,
    smtpUrl: `smtp://${host}:${smtp.port}`,
    smtpPort: smtp.port,
    control,
    close: async (): Promise<void> => {
      webhooks.stop();
      twilio.stop();
      control.stop();
      live.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await smtp.close();
      await journal.close();
    },
  };
}
