import { type InferType, string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { flag, strictObject } from '../primitives.js';

/** Page to which Slack returns the browser after an agent allowed or refused our app. */
export const SLACK_RETURN_PATH = '/integrations/slack';

/** How long an agent may take to allow our app in Slack. */
export const SLACK_SET_UP_MINUTES = 15;

const CODE_MAX = 500;
const TOKEN_MAX = 255;

export const slackAvailabilitySchema = strictObject({
  /** False if this system has no Slack app. Our team then connects an agent's workspace on request. */
  isAvailable: flag(),
});
export type SlackAvailability = InferType<typeof slackAvailabilitySchema>;

export const slackStartSchema = strictObject({
  /** Slack's page that asks the agent to allow our app. */
  url: string().max(2_000).required(),
});
export type SlackStart = InferType<typeof slackStartSchema>;

/** Query parameters that Slack adds when it sends the browser back to us. */
export const completeSlackSchema = strictObject({
  code: boundedText({ kind: 'code', max: CODE_MAX }).required(),
  state: boundedText({ kind: 'code', max: CODE_MAX }).required(),
});

const TOKEN = /^xoxb-[A-Za-z0-9-]{10,250}$/;
const CHANNEL_ID = /^[CG][A-Z0-9]{6,20}$/;
const tokenMessage = 'Enter a bot token, which starts with xoxb-';
const channelMessage = 'Enter the id of a channel, such as C0123456789';

export const connectSlackSchema = strictObject({
  token: boundedText({ max: TOKEN_MAX, pattern: TOKEN, message: tokenMessage }).required(tokenMessage),
  slackChannelId: boundedText({ max: 21, pattern: CHANNEL_ID, message: channelMessage }).required(
    channelMessage,
  ),
});
export type ConnectSlack = InferType<typeof connectSlackSchema>;
