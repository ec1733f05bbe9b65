import { HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  accountStatusChanged,
  agentWeekEnded,
  buyerReviewChanged,
  buyerSettingsChanged,
  cardExpiring,
  channelChanged,
  dailyLimitReached,
  funnelRefusalsRose,
  integrationRequested,
  integrationResolved,
  marketWeekEnded,
  offerDeclined,
  type PayloadOf,
  problemReportChanged,
} from '@desk/contracts';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import type { slackSettings } from '../channels/slack/slack-settings.js';
import type { twilioSettings } from '../channels/sms/twilio-settings.js';
import { AccountMailService } from './account-mail.service.js';
import type { adminNoticeSettings } from './admin-notice-settings.js';

/**
 * Whether the team must hear of a request. The Integrations page also has a button to set the channel up alone, so whoever
 * requests it there wants help. A choice at sign-up needs help only if there is no such button.
 *
 * @param selfServed the channels that agents can set up alone with this system's settings
 */
export const needsTeam = (
  { integrationType, source }: Pick<PayloadOf<typeof integrationRequested>, 'integrationType' | 'source'>,
  selfServed: { readonly sms: boolean; readonly slack: boolean },
): boolean => source === 'integrations-page' || integrationType === 'other' || !selfServed[integrationType];

/** Turns what happens to an account into emails to its user, or to our team. */
@Controller()
export class AccountNoticesController {
  constructor(
    private readonly mails: AccountMailService,
    @InjectEnv()
    private readonly env: SettingsOf<
      typeof adminNoticeSettings & typeof twilioSettings & typeof slackSettings
    >,
  ) {}

  /**
   * One email per failing card, however many charges it declines. Throws while the buyer's address is unknown, so that the
   * queue retries.
   */
  @HandleEvent(offerDeclined)
  async onDecline(decline: PayloadOf<typeof offerDeclined>, message: Message): Promise<void> {
    const { buyerId: userId, blameCard, cardVersion, declineCode, declinedAt } = decline;
    if (blameCard)
      await this.mails.createNotice(message, {
        userId,
        occasion: `card-declined-${userId}-${cardVersion}`,
        needsRecipient: true,
        content: { subject: 'card-declined', declineCode, declinedAt },
      });
  }

  /** One email each time that a dispute stops the agent's service. */
  @HandleEvent(buyerReviewChanged)
  async onReview(review: PayloadOf<typeof buyerReviewChanged>, message: Message): Promise<void> {
    const { buyerId: userId, version, isUnderReview, at } = review;
    const occasion = `under-review-${userId}-${version}`;
    if (isUnderReview)
      await this.mails.createNotice(message, { userId, occasion, content: { subject: 'under-review', at } });
  }

  /**
   * One email each time that our team pauses an agent's service, or a lead could not be delivered, even if the service was
   * paused already. Agents who pause it themselves get none.
   */
  @HandleEvent(buyerSettingsChanged)
  async onPause(change: PayloadOf<typeof buyerSettingsChanged>, message: Message): Promise<void> {
    const { buyerId: userId, version, setting, serviceEnabled, previous, actorId, at } = change;
    if (setting !== 'serviceEnabled' || serviceEnabled) return;
    const isByTeam = actorId !== undefined && previous.serviceEnabled;
    if (change.isDeliveryPause !== true && !isByTeam) return;
    const undeliverable = change.resumptionNeedsAdmin ? 'undeliverable-too-often' : 'undeliverable';
    const cause = change.isDeliveryPause ? undeliverable : 'paused';
    await this.mails.createNotice(message, {
      userId,
      occasion: `service-paused-${userId}-${version}`,
      content: { subject: 'service-stopped', cause, at },
    });
  }

  /** One email each time that our team disables an agent's account. */
  @HandleEvent(accountStatusChanged)
  async onDisabled(status: PayloadOf<typeof accountStatusChanged>, message: Message): Promise<void> {
    const { userId, version, disabled, at } = status;
    if (disabled)
      await this.mails.createNotice(message, {
        userId,
        occasion: `account-disabled-${userId}-${version}`,
        content: { subject: 'service-stopped', cause: 'disabled', at },
      });
  }

  /** One email per state that a reported problem enters. */
  @HandleEvent(problemReportChanged)
  onProblemReport(report: PayloadOf<typeof problemReportChanged>, message: Message): Promise<void> {
    const { reportId, buyerId: userId, leadId, reason, state, declineReason, at } = report;
    return this.mails.createNotice(message, {
      userId,
      occasion: `problem-report-${reportId}-${state}`,
      content: { subject: 'problem-report', leadId, reason, state, declineReason, at },
    });
  }

  @HandleEvent(cardExpiring)
  onExpiringCard(card: PayloadOf<typeof cardExpiring>, message: Message): Promise<void> {
    const { buyerId: userId, last4, expMonth, expYear, days } = card;
    return this.mails.createNotice(message, {
      userId,
      occasion: `card-expiring-${userId}-${last4}-${expYear}-${expMonth}-${days}`,
      content: { subject: 'card-expiring', last4, expMonth, expYear },
    });
  }

  /** One email each time that a channel is set up, in case it was not the agent who did it, or that we disabled it. */
  @HandleEvent(channelChanged)
  async onChannel(change: PayloadOf<typeof channelChanged>, message: Message): Promise<void> {
    const { userId, channelId, kind: channel, state, disabledReason: reason, isSetUp, at } = change;
    if (isSetUp)
      await this.mails.createNotice(message, {
        userId,
        occasion: `channel-set-up-${channelId}-${at}`,
        content: { subject: 'channel-set-up', channel, at },
      });
    else if (state === 'disabled' && reason !== null)
      await this.mails.createNotice(message, {
        userId,
        occasion: `channel-disabled-${channelId}-${at}`,
        content: { subject: 'channel-disabled', channel, reason, at },
      });
  }

  /** At most one email per day of the buyer. */
  @HandleEvent(dailyLimitReached)
  onLimit(reached: PayloadOf<typeof dailyLimitReached>, message: Message): Promise<void> {
    const { buyerId: userId, day, dailyLeadLimit, resumesAt, timeZone } = reached;
    return this.mails.createNotice(message, {
      userId,
      occasion: `limit-reached-${userId}-${day}`,
      validUntil: new Date(resumesAt),
      content: { subject: 'limit-reached', dailyLeadLimit, resumesAt, timeZone },
    });
  }

  /** At most one email per week of the buyer. */
  @HandleEvent(agentWeekEnded)
  onAgentWeek(
    { buyerId: userId, ...summary }: PayloadOf<typeof agentWeekEnded>,
    message: Message,
  ): Promise<void> {
    return this.mails.createNotice(message, {
      userId,
      occasion: `agent-week-${userId}-${summary.monday}`,
      content: { subject: 'agent-week', ...summary },
    });
  }

  /** At most one email per week. Without an address for admins, they see these numbers on the page of reports only. */
  @HandleEvent(marketWeekEnded)
  async onMarketWeek(summary: PayloadOf<typeof marketWeekEnded>, message: Message): Promise<void> {
    const { ADMIN_NOTICES_TO: address } = this.env;
    if (address !== undefined)
      await this.mails.createTeamNotice(message, {
        address,
        occasion: `market-week-${summary.monday}`,
        content: { subject: 'market-week', ...summary },
      });
  }

  /** Without an address for admins, they see the request in their list only. */
  @HandleEvent(integrationRequested)
  async onIntegrationRequest(
    request: PayloadOf<typeof integrationRequested>,
    message: Message,
  ): Promise<void> {
    const { ADMIN_NOTICES_TO: address, TWILIO_ACCOUNT_SID, SLACK_CLIENT_ID } = this.env;
    const selfServed = { sms: TWILIO_ACCOUNT_SID !== undefined, slack: SLACK_CLIENT_ID !== undefined };
    if (address === undefined || !needsTeam(request, selfServed)) return;
    const { requestId, userId, integrationType, details, firstName, lastName, email, phone, at } = request;
    await this.mails.createNotice(message, {
      userId,
      occasion: `integration-requested-${requestId}`,
      recipient: { address, firstName },
      content: { subject: 'integration-requested', integrationType, details, lastName, email, phone, at },
    });
  }

  /** At most one email per day and funnel. Without an address for admins, they see the counts on the funnel's page only. */
  @HandleEvent(funnelRefusalsRose)
  async onRefusals(rise: PayloadOf<typeof funnelRefusalsRose>, message: Message): Promise<void> {
    const { ADMIN_NOTICES_TO: address } = this.env;
    const { funnelId, funnelName, day, refused, usualPerDay } = rise;
    if (address !== undefined)
      await this.mails.createTeamNotice(message, {
        address,
        occasion: `funnel-refusals-${funnelId}-${day}`,
        content: { subject: 'funnel-refusals', funnelId, funnelName, refused, usualPerDay },
      });
  }

  @HandleEvent(integrationResolved)
  onIntegrationResolved(resolution: PayloadOf<typeof integrationResolved>, message: Message): Promise<void> {
    const { requestId, userId, integrationType, status, reason, at } = resolution;
    return this.mails.createNotice(message, {
      userId,
      occasion: `integration-resolved-${requestId}`,
      content: { subject: 'integration-resolved', integrationType, status, reason, at },
    });
  }
}
