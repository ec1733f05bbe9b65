import { randomBytes } from 'node:crypto';
import {
  type AgentChannel,
  type completeSlackSetUp,
  type connectSlack,
  DomainError,
  type Ownership,
  type RequestOf,
  type SlackSetUp,
  type SlackStart,
  type startSlackSetUp,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { OptionalChannelsService, toAgentChannel } from '../optional-channels.service.js';
import { AccountRecoveryRepository } from '../account-recovery.repository.js';
import type { SlackChannelSettings } from './slack-channel.js';
import { SlackClient, type SlackInstallation } from './slack-client.js';
import { errorOf, toSendFailure } from './slack-failures.js';
import { greeting } from './slack-message.js';
import { SlackSetUpRepository } from './slack-set-up.repository.js';
import { isUsedUpCode, toAddress, toRefusal } from './slack-set-up-rules.js';

const STATE_BYTES = 32;

interface Connection {
  readonly userId: string;
  readonly actorId: string;
  readonly address: string;
  readonly settings: SlackChannelSettings;
  readonly ownership: Ownership | undefined;
}

/** Connects an agent's Slack channel: by the agent, who installs our app, or by an admin with a token. */
@Injectable()
export class SlackSetUpService {
  constructor(
    private readonly transactions: Transactions,
    private readonly setUps: SlackSetUpRepository,
    private readonly recoveries: AccountRecoveryRepository,
    private readonly channels: OptionalChannelsService,
    private readonly slack: SlackClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  get(): SlackSetUp {
    return { isAvailable: this.slack.hasApp };
  }

  /** @throws SLACK_UNAVAILABLE, EMAIL_NOT_CONFIRMED, UNAUTHENTICATED */
  async start({ userId, ownership }: RequestOf<typeof startSlackSetUp>): Promise<SlackStart> {
    if (!this.slack.hasApp) throw new DomainError('SLACK_UNAVAILABLE');
    const state = randomBytes(STATE_BYTES).toString('base64url');
    await this.transactions.run(async (tx) => {
      await this.recoveries.admit(tx, userId, ownership);
      await this.setUps.start(tx, userId, state);
    });
    return { url: this.slack.authorizeUrl(state) };
  }

  /** @throws SLACK_UNAVAILABLE, SLACK_SET_UP_EXPIRED, SLACK_REFUSED */
  async complete({
    userId,
    code,
    state,
    ownership,
    caller,
  }: RequestOf<typeof completeSlackSetUp>): Promise<AgentChannel> {
    if (!this.slack.hasApp) throw new DomainError('SLACK_UNAVAILABLE');
    // Used up before Slack is asked: whoever sees the address later gets nothing.
    if (!(await this.setUps.useUp(userId, state))) throw new DomainError('SLACK_SET_UP_EXPIRED');
    const { token, slackChannelId, slackChannelName, teamName } = await this.exchange(userId, code);
    const settings = { token, slackChannelId };
    const address = toAddress(slackChannelName, teamName);
    return this.connect({ userId, actorId: userId, address, settings, ownership }, caller);
  }

  /** @throws SLACK_UNAVAILABLE, SLACK_REFUSED */
  async connectFor(request: RequestOf<typeof connectSlack>): Promise<AgentChannel> {
    const { userId, actorId, token, slackChannelId, caller } = request;
    // Before Slack is asked, and again with the row.
    await this.transactions.run((tx) => this.recoveries.admit(tx, userId, undefined));
    const teamName = await this.slack.getTeamName(token).catch((error: unknown) => {
      throw toRefusal(toSendFailure(error)) ?? new DomainError('SLACK_UNAVAILABLE');
    });
    const address = toAddress(slackChannelId, teamName);
    return this.connect(
      { userId, actorId, address, settings: { token, slackChannelId }, ownership: undefined },
      caller,
    );
  }

  private async exchange(userId: string, code: string): Promise<SlackInstallation> {
    try {
      return await this.slack.exchange(code);
    } catch (error) {
      const slackError = errorOf(error);
      this.logger.warn({ userId, slackError, ...toSendFailure(error) }, 'slack installation failed');
      throw new DomainError(isUsedUpCode(slackError) ? 'SLACK_SET_UP_EXPIRED' : 'SLACK_UNAVAILABLE');
    }
  }

  /** Greets first: a channel in which we may not post is never stored. */
  private async connect(connection: Connection, caller: AgentCaller): Promise<AgentChannel> {
    const { userId, actorId, address, settings, ownership } = connection;
    await this.greet(userId, settings);
    const channel = { userId, kind: 'slack', address, settings, isVerified: true, ownership } as const;
    const row = await this.transactions.run((tx) => this.channels.setUp(tx, channel, caller, actorId));
    return toAgentChannel({ ...row, lastDelivery: null });
  }

  /** A greeting that got no answer may have arrived, and what is wrong shows with the first lead. */
  private async greet(userId: string, { token, slackChannelId }: SlackChannelSettings): Promise<void> {
    try {
      await this.slack.post(token, slackChannelId, greeting);
    } catch (error) {
      const failure = toSendFailure(error);
      this.logger.warn({ userId, ...failure }, 'slack greeting failed');
      const refusal = toRefusal(failure);
      if (refusal) throw refusal;
    }
  }
}

type AgentCaller = RequestOf<typeof connectSlack>['caller'];
