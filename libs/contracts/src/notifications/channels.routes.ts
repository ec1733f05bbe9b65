import { defineRoute } from '../define-route.js';
import { nothing } from '../primitives.js';
import { MINUTE_SECONDS, perUser } from '../request-limits.js';
import { channelsAnswer, channelSchema, channelTestSchema } from './channels.schemas.js';

const ofChannel = (verb: string, summary: string) =>
  ({
    method: 'POST',
    path: `/api/channels/:channelId/${verb}`,
    access: 'agent',
    summary,
    params: { channelId: 'CHANNEL_NOT_FOUND' },
    body: nothing(),
    errors: ['CHANNEL_NEEDS_SET_UP', 'CHANNEL_NEEDS_REVIEW'],
    limits: [perUser(10, MINUTE_SECONDS)],
  }) as const;

export const channelRoutes = {
  listChannels: defineRoute({
    method: 'GET',
    path: '/api/channels',
    access: 'agent',
    summary: 'List the channels that the signed-in agent added to email',
    answer: channelsAnswer,
  }),
  pauseChannel: defineRoute({
    ...ofChannel('pause', 'Send no leads over a channel until it is resumed'),
    proof: 'none',
    answer: channelSchema,
    effects: ['sends mail'],
  }),
  resumeChannel: defineRoute({
    ...ofChannel('resume', 'Send leads over a channel again'),
    proof: 'recent',
    answer: channelSchema,
    effects: ['sends mail'],
  }),
  keepChannel: defineRoute({
    ...ofChannel('keep', 'Use a channel again that was set up before the account was recovered'),
    proof: 'recent',
    answer: channelSchema,
    effects: ['sends mail'],
  }),
  removeChannel: defineRoute({
    ...ofChannel('remove', 'Remove a channel and what was stored to use it'),
    proof: 'none',
    answer: channelsAnswer,
    effects: ['sends mail'],
  }),
  testChannel: defineRoute({
    ...ofChannel('test', 'Send a sample lead over a channel and show what came of it'),
    proof: 'none',
    answer: channelTestSchema,
    effects: ['sends a message'],
  }),
} as const;
