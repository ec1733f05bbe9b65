import { EMAIL_ONLY_AGENT, type Fault, toKinds } from './fault.js';
import { mail, once, rule, twice } from './sandbox-rules.js';

const refuseRead = (status: number): Fault =>
  rule({
    match: { method: 'GET', path: '/v1/payment_intents/*' },
    kind: 'status',
    status,
    times: 1,
    error: {},
  });
const refuse = (request: Parameters<typeof once>[0], status: number, error: object = {}): Fault =>
  once(request, status, { error });

/** Permanent refusals: nobody may be charged without a lead, and nothing may stay undecided. */
export const refusalKinds = [
  ...toKinds({
    'refused.create-400': [refuse('create', 400)],
    'refused.create-403': [refuse('create', 403)],
    'refused.create-unknown-parameter': [
      refuse('create', 400, { code: 'parameter_unknown', param: 'description' }),
    ],
    'refused.confirm-400': [refuse('confirm', 400)],
    'refused.confirm-404': [refuse('confirm', 404, { param: 'intent' })],
    'refused.read-400': [twice('confirm', 500), refuseRead(400)],
    'refused.read-403': [twice('confirm', 500), refuseRead(403)],
  }),
  ...toKinds(
    { 'refused.email-of-customer': [refuse('customer', 400, { code: 'email_invalid', param: 'email' })] },
    { circumstance: 'sign-up' },
  ),
  ...toKinds({ 'refused.detach-400': [refuse('detach', 400)] }, { circumstance: 'erasure' }),
  ...toKinds({ 'refused.refund-403': [refuse('refund', 403)] }, { circumstance: 'refund' }),
  // Only refusals that do not disable the channel, because later faults need it.
  ...['invalid_blocks', 'msg_too_long', 'ratelimited', 'fatal_error'].flatMap((code) =>
    toKinds({ [`refused.slack-${code}`]: [once('slack', 'refuse', { code })] }, { circumstance: 'plain' }),
  ),
  ...['20429', '21408', '30007', '30008', '63038'].flatMap((code) =>
    toKinds({ [`refused.sms-${code}`]: [once('text', 'refuse', { code })] }, { circumstance: 'plain' }),
  ),
  ...toKinds(
    {
      'refused.mail-after-deferrals': [
        mail('defer', 2, { to: EMAIL_ONLY_AGENT }),
        mail('reject', 3, { to: EMAIL_ONLY_AGENT }),
      ],
    },
    { circumstance: 'undeliverable' },
  ),
];
