import { EMAIL_ONLY_AGENT, type Fault, FREELOADERS, refuseMail } from './fault.js';

const paths = {
  create: '/v1/payment_intents',
  confirm: '/v1/payment_intents/*/confirm',
  refund: '/v1/refunds',
  customer: '/v1/customers',
  detach: '/v1/payment_methods/*/detach',
  webhook: '/hooks/*',
  text: '/2010-04-01/Accounts/*/Messages.json',
  slack: '/api/chat.postMessage',
  push: '/push/*',
} as const;

export const rule = (rule: object): Fault => ({ type: 'sandbox-rule', rule });

/**
 * Makes one request to the simulated providers fail.
 * @param how a status, or one of the sandbox's kinds of faults
 */
export const once = (request: keyof typeof paths, how: number | string, options: object = {}): Fault =>
  rule({
    match: { method: 'POST', path: paths[request] },
    ...(typeof how === 'number' ? { kind: 'status', status: how } : { kind: how }),
    times: 1,
    ...options,
  });

export const twice = (request: keyof typeof paths, how: number | string, options: object = {}): Fault =>
  once(request, how, { times: 2, ...options });

export const mail = (kind: string, times: number, match?: object): Fault =>
  rule({ target: 'smtp', ...(match && { match }), kind, times });

export const noWebhooks: Fault = { type: 'webhooks', settings: { paused: true } };

/** Hides the provider's list of events, in which billing would find what the webhooks do not bring. */
export const noEventList = rule({
  match: { method: 'GET', path: '/v1/events' },
  kind: 'status',
  status: 500,
  times: 4,
});

/** Refuses lead emails for good. Use it in the circumstance `undeliverable`, whose only buyer has no other channel. */
export const emailsRefused = mail('reject', 3, { to: EMAIL_ONLY_AGENT });

/** Keeps emails of the freeloaders waiting, then refuses them for good. Use it in the circumstance `freeloader`. */
export const freeloadersRefuse: readonly Fault[] = FREELOADERS.flatMap((to) => refuseMail(to, 2)).map(rule);
