import { randomBytes } from 'node:crypto';
import {
  type AgentChannel,
  type Caller,
  completeSlackSetUp,
  connectSlack,
  type DeliveryFailureReason,
  DomainError,
  getSlackSetUp,
  type Ownership,
  type RequestOf,
  type SlackAvailability,
  type SlackStart,
  startSlackSetUp,
  truncate,
} from '@desk/contracts';
import { HandleCommand } from '@desk/bullmq-transport';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { OptionalChannelsService, toAgentChannel } from '../optional-channels.service.js';
import { AccountRecoveryRepository } from '../account-recovery.repository.js';
import type { SendFailure } from '../../sending/send-outcome.js';
import { toSingleLine } from '../../templates/format.js';
import type { SlackChannelSettings } from './slack-channel.js';
import { SlackClient, type SlackInstallation } from './slack-client.js';
import { errorOf, toSendFailure } from './slack-failures.js';
import { greeting } from './slack-message.js';
import { SlackSetUpRepository } from './slack-set-up.repository.js';

const STATE_BYTES = 32;
const MAX_NAME_LENGTH = 80;

/** Shows where leads go: `#leads in Acme Annuities`. */
export function toAddress(slackChannelName: string, teamName: string): string {
  const shorten = (name: string): string => truncate(toSingleLine(name), MAX_NAME_LENGTH);
  return `${shorten(slackChannelName)} in ${shorten(teamName)}`;
}

/** Slack's errors about the code that it gave the browser, rather than about our app. */
const CODE_ERRORS: readonly (string | undefined)[] = [
  'invalid_code',
  'code_already_used',
  'code_expired',
  'bad_redirect_uri',
];
export const isUsedUpCode = (slackError: string | undefined): boolean => CODE_ERRORS.includes(slackError);

const SENTENCES: Readonly<Partial<Record<DeliveryFailureReason, string>>> = {
  NOT_IN_CHANNEL:
    'Our app is not in this Slack channel. Invite it there with /invite, then connect the channel again.',
  DESTINATION_GONE: 'This Slack channel is archived. Please choose another one.',
  POSTING_NOT_ALLOWED:
    "The workspace's rules keep our app from posting in this Slack channel. Please choose another one.",
  ACCESS_REVOKED: 'Slack no longer accepts this token. Please connect Slack again.',
  PERMISSION_MISSING: 'Our app lacks the permission to post. Please connect Slack again.',
};

/** Returns the error for an agent whose channel cannot be posted to; undefined for a temporary problem. */
export const toRefusal = ({ result, reason }: SendFailure): DomainError | undefined =>
  result === 'temporary'
    ? undefined
    : new DomainError('SLACK_REFUSED', {
        ...(SENTENCES[reason] !== undefined && { detail: SENTENCES[reason] }),
      });

interface Connection {
  readonly userId: string;
  readonly actorId: string;
  readonly address: string;
  readonly settings: SlackChannelSettings;
  readonly ownership: Ownership | undefined;
}

/** Connects an agent's Slack channel: by the agent, who installs our app, or by an admin with a token. */
@Controller()
export class SlackController {
  constructor(
    private readonly transactions: Transactions,
    private readonly setUps: SlackSetUpRepository,
    private readonly recoveries: AccountRecoveryRepository,
    private readonly channels: OptionalChannelsService,
    private readonly slack: SlackClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  @HandleCommand(getSlackSetUp)
  get(): Promise<SlackAvailability> {
    return Promise.resolve({ isAvailable: this.slack.hasApp });
  }

  /** @throws SLACK_UNAVAILABLE, EMAIL_NOT_CONFIRMED, UNAUTHENTICATED */
  @HandleCommand(startSlackSetUp)
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
  @HandleCommand(completeSlackSetUp)
  async complete({ userId, code, state, ownership, caller }: RequestOf<typeof completeSlackSetUp>) {
    if (!this.slack.hasApp) throw new DomainError('SLACK_UNAVAILABLE');
    // Uses up the state before calling Slack, so that nobody can use the address again.
    if (!(await this.setUps.useUp(userId, state))) throw new DomainError('SLACK_SET_UP_EXPIRED');
    const { token, slackChannelId, slackChannelName, teamName } = await this.exchange(userId, code);
    const settings = { token, slackChannelId };
    const address = toAddress(slackChannelName, teamName);
    return this.connect({ userId, actorId: userId, address, settings, ownership }, caller);
  }

  /** @throws SLACK_UNAVAILABLE, SLACK_REFUSED */
  @HandleCommand(connectSlack)
  async connectFor(request: RequestOf<typeof connectSlack>) {
    const { userId, actorId, token, slackChannelId, caller } = request;
    // Checked before calling Slack, and again when the row is stored.
    await this.transactions.run((tx) => this.recoveries.admit(tx, userId, undefined));
    const teamName = await this.slack.getTeamName(token).catch((error: unknown) => {
      throw toRefusal(toSendFailure(error)) ?? new DomainError('SLACK_UNAVAILABLE');
    });
    const settings = { token, slackChannelId };
    const address = toAddress(slackChannelId, teamName);
    return this.connect({ userId, actorId, address, settings, ownership: undefined }, caller);
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
  private async connect(connection: Connection, caller: Caller): Promise<{ channel: AgentChannel }> {
    const { userId, actorId, address, settings, ownership } = connection;
    await this.greet(userId, settings);
    const channel = { userId, kind: 'slack', address, settings, ownership } as const;
    const row = await this.transactions.run((tx) => this.channels.setUp(tx, channel, caller, actorId));
    return { channel: toAgentChannel({ ...row, lastDelivery: null }) };
  }

  /** Ignores a missing answer: the greeting may have arrived, and a lasting problem shows with the first lead. */
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
