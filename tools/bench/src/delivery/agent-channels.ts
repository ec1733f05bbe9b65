import { SMS_OPT_IN_TEXT } from '@desk/contracts';
import { confirmAddress, sampleAgents } from '@desk/tool-start';
import { AgentClient, allowSlack, ApiClient } from '@desk/tool-workload';
import { setTimeout as pause } from 'node:timers/promises';
import { buyerEmail, type TestSystem } from '../test-system.js';

const CODE_TIMEOUT_MS = 60_000;
const CODE_POLL_MS = 100;

const toPhone = (index: number): string => `+1212555${String(4_000 + index)}`;

/** Keeps leads from the sample agents, who have email alone. */
export async function pauseSampleAgents({ stack, system }: TestSystem): Promise<void> {
  for (const { email } of sampleAgents) {
    const client = new AgentClient(new ApiClient(system.webUrl), toCardForm(stack, system));
    await client.signIn(email, stack.secrets.agentPassword);
    await client.setServiceEnabled(false);
  }
}

const toCardForm = (stack: TestSystem['stack'], system: TestSystem['system']) => ({
  sandboxUrl: system.sandboxUrl,
  publishableKey: stack.secrets.stripePublishableKey,
});

/** Adds text messages, a Slack channel of their own, and a webhook to these buyers, as agents do on the site. */
export async function addChannels({ stack, system }: TestSystem, agents: number): Promise<void> {
  for (let index = 0; index < agents; index += 1) {
    const api = new ApiClient(system.webUrl);
    await new AgentClient(api, toCardForm(stack, system)).signIn(
      buyerEmail(index),
      stack.secrets.agentPassword,
    );
    await confirmAddress(api, buyerEmail(index), system.sandboxUrl);
    await api.call('POST', '/api/channels/webhook', { url: `${system.sandboxUrl}/hooks/bench-${index}` });
    const { url } = await api.call<{ url: string }>('POST', '/api/channels/slack/start', {});
    await api.call(
      'POST',
      '/api/channels/slack/complete',
      await allowSlack(system.sandboxUrl, url, `bench-${index}`),
    );
    const phone = toPhone(index);
    await api.call('POST', '/api/channels/sms/code', { phone, optInText: SMS_OPT_IN_TEXT });
    await api.call('POST', '/api/channels/sms/confirm', { code: await readCode(system.sandboxUrl, phone) });
  }
}

async function readCode(sandboxUrl: string, phone: string): Promise<string> {
  const deadline = Date.now() + CODE_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`${sandboxUrl}/sandbox/sms`);
    const { sms } = (await answer.json()) as { sms: { to: string; body: string }[] };
    const code = /Your code is (\d+)/.exec(sms.findLast(({ to }) => to === phone)?.body ?? '')?.[1];
    if (code !== undefined) return code;
    await pause(CODE_POLL_MS);
  }
  throw new Error(`no code arrived at ${phone}`);
}
