import { assertNoTransaction } from '@desk/outbox';
import { SLACK_RETURN_PATH } from '@desk/contracts';
import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { type Logger, LogLevel, WebClient } from '@slack/web-api';
import type { slackSettings } from './slack-settings.js';
import type { SlackMessage } from './slack-message.js';

/** Well above what Slack needs, which is tenths of a second. */
const TIMEOUT_MS = 8_000;

/**
 * To post, even in public channels that the app has not joined, and to let the agent choose the channel while installing.
 * No scope that reads.
 */
const SCOPES = ['chat:write', 'chat:write.public', 'incoming-webhook'];

/** The SDK would log what it sends. */
const silent: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
};

export interface SlackInstallation {
  readonly token: string;
  readonly teamName: string;
  readonly slackChannelId: string;
  readonly slackChannelName: string;
}

/** Throws if Slack's answer lacks something that we need, such as the channel that the agent chose. */
function toFilled(value: string | undefined, name: string): string {
  if (!value) throw new Error(`Slack's answer has no ${name}`);
  return value;
}

/** Calls Slack with its SDK, or the sandbox in Slack's place. Retries nothing: that is up to the schedule. */
@Injectable()
export class SlackClient {
  private readonly sdk: WebClient;

  constructor(@InjectEnv() private readonly env: SettingsOf<typeof slackSettings & typeof siteSettings>) {
    const { SLACK_API_BASE: base } = env;
    this.sdk = new WebClient(undefined, {
      ...(base !== undefined && { slackApiUrl: new URL('/api/', base).href }),
      timeout: TIMEOUT_MS,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      allowAbsoluteUrls: false,
      logger: silent,
    });
  }

  /** Whether agents can connect Slack themselves. */
  get hasApp(): boolean {
    return this.env.SLACK_CLIENT_ID !== undefined && this.env.SLACK_CLIENT_SECRET !== undefined;
  }

  /** Returns Slack's page that asks an agent to install our app and to choose a channel. */
  authorizeUrl(state: string): string {
    const { SLACK_CLIENT_ID: clientId = '', SLACK_SITE_URL: site = 'https://slack.com' } = this.env;
    const url = new URL('/oauth/v2/authorize', site);
    const query = { client_id: clientId, scope: SCOPES.join(','), redirect_uri: this.returnUrl, state };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }

  /** Exchanges the code of an installation, which works once. @throws errors of the SDK, Error */
  async exchange(code: string): Promise<SlackInstallation> {
    assertNoTransaction('Slack');
    const { SLACK_CLIENT_ID: clientId = '', SLACK_CLIENT_SECRET: clientSecret = '' } = this.env;
    const answer = await this.sdk.oauth.v2.access({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      redirect_uri: this.returnUrl,
    });
    const { access_token: token, team, incoming_webhook: chosen } = answer;
    return {
      token: toFilled(token, 'token'),
      teamName: team?.name ?? 'Slack',
      slackChannelId: toFilled(chosen?.channel_id, 'channel'),
      slackChannelName: chosen?.channel ?? chosen?.channel_id ?? '',
    };
  }

  /** Returns the name of the token's workspace. @throws errors of the SDK */
  async getTeamName(token: string): Promise<string> {
    assertNoTransaction('Slack');
    return (await this.sdk.auth.test({ token })).team ?? 'Slack';
  }

  /** Not idempotent: a retry posts another message. @throws errors of the SDK */
  async post(token: string, slackChannelId: string, message: SlackMessage): Promise<void> {
    assertNoTransaction('Slack');
    await this.sdk.chat.postMessage({
      ...message,
      token,
      channel: slackChannelId,
      // Texts of leads are never read as links, mentions or channels.
      parse: 'none',
      link_names: false,
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    });
  }

  private get returnUrl(): string {
    return new URL(SLACK_RETURN_PATH, this.env.PUBLIC_URL).href;
  }
}
