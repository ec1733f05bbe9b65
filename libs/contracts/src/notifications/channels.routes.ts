import { defineRoute } from '../define-route.js';
import { nothing } from '../primitives.js';
import { MINUTE_SECONDS, perUser } from '../request-limits.js';
import { channelsAnswer, channelSchema, channelTestSchema } from './channels.schemas.js';

const onChannel = '/api/channels/:channelId';
const ofChannel = (summary: string) =>
  ({
    summary,
    params: { channelId: 'CHANNEL_NOT_FOUND' },
    body: nothing(),
    errors: ['CHANNEL_NEEDS_SET_UP', 'CHANNEL_NEEDS_REVIEW'],
    limits: [perUser(10, MINUTE_SECONDS)],
  }) as const;

export const channelRoutes = {
  listChannels: defineRoute('GET', '/api/channels', 'agent', {
    summary: 'List the channels that the signed-in agent added to email',
    answer: channelsAnswer,
  }),
  pauseChannel: defineRoute('POST', `${onChannel}/pause`, 'agent', {
    ...ofChannel('Send no leads over a channel until it is resumed'),
    proof: 'none',
    answer: channelSchema,
    effects: ['sends mail'],
  }),
  resumeChannel: defineRoute('POST', `${onChannel}/resume`, 'agent', {
    ...ofChannel('Send leads over a channel again'),
    answer: channelSchema,
    effects: ['sends mail'],
  }),
  keepChannel: defineRoute('POST', `${onChannel}/keep`, 'agent', {
    ...ofChannel('Use a channel again that was set up before the account was recovered'),
    answer: channelSchema,
    effects: ['sends mail'],
  }),
  removeChannel: defineRoute('POST', `${onChannel}/remove`, 'agent', {
    ...ofChannel('Remove a channel and what was stored to use it'),
    proof: 'none',
    answer: channelsAnswer,
    effects: ['sends mail'],
  }),
  testChannel: defineRoute('POST', `${onChannel}/test`, 'agent', {
    ...ofChannel('Send a sample lead over a channel and show the result'),
    proof: 'none',
    answer: channelTestSchema,
    effects: ['sends a message'],
  }),
} as const;
