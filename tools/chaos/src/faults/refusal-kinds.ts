import { EMAIL_ONLY_AGENT, type Fault, type FaultKind } from './fault.js';

/** Refusals that do not pass by themselves: nobody may be charged without a lead, and nothing may stay undecided. */

const refuse = (method: 'GET' | 'POST', path: string, status: number, error: object = {}): Fault => ({
  type: 'sandbox-rule',
  rule: { match: { method, path }, kind: 'status', status, times: 1, error },
});
const CREATE = '/v1/payment_intents';
const CONFIRM = '/v1/payment_intents/*/confirm';
const confirmFails: Fault = {
  type: 'sandbox-rule',
  rule: { match: { method: 'POST', path: CONFIRM }, kind: 'status', status: 500, times: 2 },
};

const cardRefusals: readonly FaultKind[] = [
  { name: 'refused.create-400', faults: [refuse('POST', CREATE, 400)] },
  { name: 'refused.create-403', faults: [refuse('POST', CREATE, 403)] },
  {
    name: 'refused.create-unknown-parameter',
    faults: [refuse('POST', CREATE, 400, { code: 'parameter_unknown', param: 'description' })],
  },
  { name: 'refused.confirm-400', faults: [refuse('POST', CONFIRM, 400)] },
  { name: 'refused.confirm-404', faults: [refuse('POST', CONFIRM, 404, { param: 'intent' })] },
  { name: 'refused.read-400', faults: [confirmFails, refuse('GET', '/v1/payment_intents/*', 400)] },
  { name: 'refused.read-403', faults: [confirmFails, refuse('GET', '/v1/payment_intents/*', 403)] },
  {
    name: 'refused.email-of-customer',
    faults: [refuse('POST', '/v1/customers', 400, { code: 'email_invalid', param: 'email' })],
    circumstance: 'sign-up',
  },
  {
    name: 'refused.detach-400',
    faults: [refuse('POST', '/v1/payment_methods/*/detach', 400)],
    circumstance: 'erasure',
  },
  {
    name: 'refused.refund-403',
    faults: [refuse('POST', '/v1/refunds', 403)],
    circumstance: 'refund',
  },
];

const refuseMessage = (path: string, code: string): Fault => ({
  type: 'sandbox-rule',
  rule: { match: { method: 'POST', path }, kind: 'refuse', code, times: 1 },
});
/** Those after which the channel stays on, because later faults need it. */
const messageRefusals: readonly FaultKind[] = [
  ...['invalid_blocks', 'msg_too_long', 'ratelimited', 'fatal_error'].map((code) => ({
    name: `refused.slack-${code}`,
    faults: [refuseMessage('/api/chat.postMessage', code)],
  })),
  ...['20429', '21408', '30007', '30008', '63038'].map((code) => ({
    name: `refused.sms-${code}`,
    faults: [refuseMessage('/2010-04-01/Accounts/*/Messages.json', code)],
  })),
].map((kind): FaultKind => ({ ...kind, circumstance: 'plain' }));

const mailRule = (kind: string, times: number): Fault => ({
  type: 'sandbox-rule',
  rule: { target: 'smtp', match: { to: EMAIL_ONLY_AGENT }, kind, times },
});

export const refusalKinds: readonly FaultKind[] = [
  ...cardRefusals,
  ...messageRefusals,
  {
    name: 'refused.mail-after-deferrals',
    faults: [mailRule('defer', 2), mailRule('reject', 3)],
    circumstance: 'undeliverable',
  },
];
