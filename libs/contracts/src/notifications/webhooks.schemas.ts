import { type InferType, string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { instant, strictObject } from '../primitives.js';
import { channelSchema } from './channels.schemas.js';

export const WEBHOOK_URL_MAX = 2_000;

/** How long messages are still signed with a secret after another one replaced it. */
export const PREVIOUS_SECRET_HOURS = 24;

const message = 'Enter a web address, such as https://example.com/leads';

/** The notifier checks more: see its `findUrlProblem`. */
const webhookUrl = () =>
  boundedText({
    kind: 'code',
    max: WEBHOOK_URL_MAX,
    message,
    tooLong: `Enter at most ${WEBHOOK_URL_MAX} characters`,
  })
    .required('Enter the address of your webhook')
    .test('url', message, (value) => value.length > WEBHOOK_URL_MAX || URL.canParse(value));

export const newWebhookSchema = strictObject({ url: webhookUrl() });

/** The secret that signs messages to an endpoint. Shown once, when it is new. */
const signingSecret = () => string().max(100).required();

export const webhookSetUpAnswer = strictObject({ channel: channelSchema, secret: signingSecret() });
export type WebhookSetUp = InferType<typeof webhookSetUpAnswer>;

export const rotatedSecretAnswer = strictObject({
  secret: signingSecret(),
  /** Until then, messages are signed with the previous secret too. */
  previousValidUntil: instant(),
});
export type RotatedSecret = InferType<typeof rotatedSecretAnswer>;
