import type { Mutant } from './mutant.js';

/** Bugs in what is sent to the channels that agents add. */
export const channelMutants: readonly Mutant[] = [
  {
    name: 'error-counts-as-accepted',
    bug: 'a webhook counts as accepted whatever its endpoint answers',
    edits: [
      {
        file: 'services/notifier/dist/channels/webhook/webhook-outcome.js',
        find: 'status >= 200 && status < 300',
        replace: 'status >= 200',
      },
    ],
    kinds: ['webhook.500'],
    circumstance: 'plain',
    rounds: 2,
    breaks: 'channel-messages-match',
  },
  {
    name: 'push-error-counts-as-accepted',
    bug: 'a notification counts as accepted whatever the push service answers',
    edits: [
      {
        file: 'services/notifier/dist/push/push-outcome.js',
        find: 'status >= 200 && status < 300',
        replace: 'status >= 200',
      },
    ],
    kinds: ['push.500'],
    circumstance: 'plain',
    rounds: 2,
    breaks: 'browser-notifications-match',
  },
  {
    name: 'slack-error-counts-as-accepted',
    bug: 'a post in Slack counts as accepted although Slack gave no answer',
    edits: [
      {
        file: 'services/notifier/dist/channels/slack/slack-channel.js',
        find: 'const failure = toSendFailure(error);',
        replace:
          "const failure = toSendFailure(error); if (failure.reason === 'CONNECTION_LOST') return { result: 'accepted' };",
      },
    ],
    kinds: ['slack.request-lost'],
    circumstance: 'plain',
    rounds: 2,
    breaks: 'channel-messages-match',
  },
  {
    name: 'stop-only-recorded',
    bug: 'STOP is recorded, and the channels with the number are never disabled',
    edits: [
      {
        file: 'services/notifier/dist/channels/optional-channels.service.js',
        find: 'const row = await this.channels.disable(tx, channelId, reason);',
        replace:
          "if (reason === 'OPTED_OUT') return; const row = await this.channels.disable(tx, channelId, reason);",
      },
    ],
    kinds: ['gateway.before-ack'],
    circumstance: 'opt-out',
    rounds: 2,
    breaks: 'opted-out-numbers-off',
  },
];
