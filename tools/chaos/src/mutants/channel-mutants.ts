import type { Mutants } from './mutant.js';

/** Bugs in what is sent to the channels that agents add. */
export const channelMutants: Mutants = {
  'error-counts-as-accepted': {
    bug: 'a webhook counts as accepted whatever its endpoint answers',
    file: 'services/notifier/dist/channels/webhook/webhook-outcome.js',
    find: 'status >= 200 && status < 300',
    replace: 'status >= 200',
    kinds: ['webhook.500'],
    rounds: 2,
    breaks: 'channel-messages-match',
  },
  'push-error-counts-as-accepted': {
    bug: 'a notification counts as accepted whatever the push service answers',
    file: 'services/notifier/dist/push/push-client.js',
    find: 'status >= 200 && status < 300',
    replace: 'status >= 200',
    kinds: ['push.500'],
    rounds: 2,
    breaks: 'browser-notifications-match',
  },
  'slack-error-counts-as-accepted': {
    bug: 'a post in Slack counts as accepted although Slack gave no answer',
    file: 'services/notifier/dist/channels/slack/slack-channel.js',
    find: 'const failure = toSendFailure(error);',
    replace:
      "const failure = toSendFailure(error); if (failure.reason === 'CONNECTION_LOST') return { result: 'accepted' };",
    kinds: ['slack.request-lost'],
    rounds: 2,
    breaks: 'channel-messages-match',
  },
  'stop-only-recorded': {
    bug: 'STOP is recorded, and the channels with the number are never disabled',
    file: 'services/notifier/dist/channels/optional-channels.service.js',
    find: 'const row = await this.channels.disable(tx, channelId, reason);',
    replace:
      "if (reason === 'OPTED_OUT') return; const row = await this.channels.disable(tx, channelId, reason);",
    circumstance: 'opt-out',
    rounds: 2,
    breaks: 'opted-out-numbers-off',
  },
};
