import { callerSchema } from '../accounts/accounts.commands.js';
import { notOwned, ownership } from '../accounts/recovery.schemas.js';
import { defineCommand } from '../define-message.js';
import { strictObject, uuid } from '../primitives.js';
import { channelSchema } from './channels.schemas.js';
import {
  completeSlackSchema,
  connectSlackSchema,
  slackAvailabilitySchema,
  slackStartSchema,
} from './slack.schemas.js';

export const getSlackSetUp = defineCommand('notifier', 'slack.get-set-up', {
  request: strictObject({ userId: uuid() }),
  response: slackAvailabilitySchema,
});

/** Starts a set-up, which only this user can complete, once. */
export const startSlackSetUp = defineCommand('notifier', 'slack.start-set-up', {
  needsRecentProof: () => true,
  request: strictObject({ userId: uuid(), ownership: ownership() }),
  response: slackStartSchema,
  errors: [...notOwned, 'SLACK_UNAVAILABLE'],
});

/** Exchanges Slack's code for a token, greets the Slack channel, and makes it the agent's. */
export const completeSlackSetUp = defineCommand('notifier', 'slack.complete-set-up', {
  needsRecentProof: () => true,
  request: completeSlackSchema
    .shape({ userId: uuid(), ownership: ownership(), caller: callerSchema })
    .noUnknown(),
  response: strictObject({ channel: channelSchema }),
  errors: [...notOwned, 'SLACK_UNAVAILABLE', 'SLACK_SET_UP_EXPIRED', 'SLACK_REFUSED'],
  timeoutMs: 20_000,
});

/** Connects an agent's workspace with a token that its owner gave to our team. */
export const connectSlack = defineCommand('notifier', 'slack.connect', {
  needsRecentProof: () => true,
  request: connectSlackSchema.shape({ userId: uuid(), actorId: uuid(), caller: callerSchema }).noUnknown(),
  response: strictObject({ channel: channelSchema }),
  errors: [...notOwned, 'SLACK_UNAVAILABLE', 'SLACK_REFUSED'],
  timeoutMs: 20_000,
});
