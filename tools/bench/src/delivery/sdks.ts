import { randomUUID } from 'node:crypto';
import { WebClient } from '@slack/web-api';
import { createTransport } from 'nodemailer';
import { Webhook } from 'standardwebhooks';
import twilio from 'twilio';
import { type ChannelKind, channelFacts } from '@desk/contracts';
import type { LeadMessages } from './sandbox-inbox.js';

export interface Sdks {
  /** Sends message number `index` and resolves once the recipient accepted it. */
  readonly send: Readonly<Record<ChannelKind, (index: number) => Promise<void>>>;
  close(): void;
}

interface Endpoints {
  readonly sandboxUrl: string;
  readonly smtpPort: number;
}

/** The SDK's client, which always calls Twilio's host, pointed at the sandbox. */
class SandboxClient extends twilio.RequestClient {
  constructor(base: string) {
    super();
    this.axios.interceptors.request.use((config) => {
      const { pathname, search } = new URL(config.url ?? '');
      return Object.assign(config, { url: new URL(`${pathname}${search}`, base).href });
    });
  }
}

/** The official SDKs alone, each with one lead as the system delivered it. */
export function createSdks({ sandboxUrl, smtpPort }: Endpoints, lead: LeadMessages): Sdks {
  const transport = createTransport({
    host: '127.0.0.1',
    port: smtpPort,
    pool: true,
    maxConnections: channelFacts.email.concurrency,
    maxMessages: Infinity,
  });
  const texts = twilio(`AC${'0'.repeat(32)}`, 'token', { httpClient: new SandboxClient(sandboxUrl) });
  const slack = new WebClient('xoxb-0000000000-bench', { slackApiUrl: `${sandboxUrl}/api/` });
  const webhook = new Webhook(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  const { subject, text, html } = lead.mail;
  return {
    send: {
      email: async (index) => {
        const to = `sdk${index}@example.com`;
        const content = { subject, text, ...(html === null ? {} : { html }) };
        await transport.sendMail({ from: 'leads@example.com', to, ...content });
      },
      sms: async () => {
        await texts.messages.create({ from: '+15005550006', to: '+12125554999', body: lead.text });
      },
      // A channel for each message: Slack accepts one a second in a channel.
      slack: async (index) => {
        const { text: fallback, blocks } = lead.slack;
        await slack.chat.postMessage({
          channel: `CSDK${index}`,
          text: fallback,
          blocks: [...blocks] as never,
        });
      },
      webhook: async (index) => {
        const [id, now] = [`msg_${randomUUID()}`, new Date()];
        const answer = await fetch(`${sandboxUrl}/hooks/sdk-${index % 16}`, {
          method: 'POST',
          body: lead.hook,
          redirect: 'manual',
          headers: {
            'content-type': 'application/json',
            'webhook-id': id,
            'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
            'webhook-signature': webhook.sign(id, now, lead.hook),
          },
        });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`status ${answer.status}`);
      },
    },
    close: () => transport.close(),
  };
}
