import type { Reply } from '../http/exchange.js';
import { channelErrors, messageErrors, tokenErrors } from './workspace.js';

export const slackErrors: readonly string[] = [...channelErrors, ...messageErrors, ...tokenErrors];

const tooMany: Reply = {
  status: 429,
  headers: { 'retry-after': '1' },
  json: { ok: false, error: 'ratelimited' },
};

/** Slack answers 200 with errors in the body, but for too many requests. */
export const refuseSlack = (error: string, messages: readonly string[] = []): Reply =>
  error === 'ratelimited'
    ? tooMany
    : {
        status: 200,
        json: {
          ...{ ok: false, error },
          ...(messages.length > 0 && {
            response_metadata: { messages: messages.map((text) => `[ERROR] ${text}`) },
          }),
        },
      };
