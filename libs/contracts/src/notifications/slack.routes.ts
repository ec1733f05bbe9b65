import { defineRoute } from '../define-route.js';
import { nothing } from '../primitives.js';
import { HOUR_SECONDS, perUser } from '../request-limits.js';
import { channelSchema } from './channels.schemas.js';
import {
  completeSlackSchema,
  connectSlackSchema,
  slackAvailabilitySchema,
  slackStartSchema,
} from './slack.schemas.js';

export const slackRoutes = {
  getSlackSetUp: defineRoute('GET', '/api/channels/slack', 'agent', {
    summary: 'Get whether agents can connect Slack themselves',
    answer: slackAvailabilitySchema,
  }),
  startSlackSetUp: defineRoute('POST', '/api/channels/slack/start', 'agent', {
    confirmedEmail: true,
    summary: "Start to connect Slack and get the address of Slack's page that asks for permission",
    body: nothing(),
    answer: slackStartSchema,
    errors: ['SLACK_UNAVAILABLE'],
    limits: [perUser(20, HOUR_SECONDS)],
  }),
  completeSlackSetUp: defineRoute('POST', '/api/channels/slack/complete', 'agent', {
    confirmedEmail: true,
    summary: 'Connect Slack with what it answered; leads then arrive in the chosen channel',
    body: completeSlackSchema,
    answer: channelSchema,
    errors: ['SLACK_UNAVAILABLE', 'SLACK_SET_UP_EXPIRED', 'SLACK_REFUSED'],
    effects: ['sends mail', 'sends a message'],
    limits: [perUser(20, HOUR_SECONDS)],
  }),
  connectSlack: defineRoute('POST', '/api/admin/users/:userId/slack', 'admin', {
    audit: 'personal-data',
    summary: "Connect an agent's Slack channel with a bot token",
    params: { userId: 'USER_NOT_FOUND' },
    body: connectSlackSchema,
    answer: channelSchema,
    errors: ['EMAIL_NOT_CONFIRMED', 'SLACK_UNAVAILABLE', 'SLACK_REFUSED', 'USER_ERASED'],
    effects: ['sends mail', 'sends a message'],
    limits: [perUser(30, HOUR_SECONDS)],
  }),
} as const;
