import {
  accountMailKinds,
  type agentWeekEnded,
  type ChannelDisabledReason,
  channelDisabledReasons,
  integrationTypes,
  type marketWeekEnded,
  moneyBackReasons,
  type OptionalChannelKind,
  optionalChannelKinds,
  type PayloadOf,
  problemReportStates,
} from '@desk/contracts';
import type { LeadSale } from '../channels/channel.js';
import {
  writeCardDeclinedMail,
  writeCardExpiringMail,
  writeUnderReviewMail,
} from '../templates/card-mails.js';
import { writeChannelDisabledMail, writeChannelSetUpMail } from '../templates/channel-mails.js';
import { writeFunnelRefusalsMail } from '../templates/funnel-mails.js';
import {
  writeIntegrationRequestedMail,
  writeIntegrationResolvedMail,
} from '../templates/integration-mails.js';
import { renderLeadMail } from '../templates/lead-mail.js';
import type { Mail } from '../templates/mail.js';
import { type Notice, renderNoticeMail } from '../templates/notice-mail.js';
import { writeProblemReportMail, writeReceiptMail, writeRefundMail } from '../templates/payment-mails.js';
import { renderRedactedLeadMail } from '../templates/redacted-lead-mail.js';
import { writeReminderMail } from '../templates/reminder-mails.js';
import { type SecurityMailKind, writeSecurityMail } from '../templates/security-mails.js';
import {
  serviceStopCauses,
  writeLimitReachedMail,
  writeServiceStoppedMail,
  writeSummaryMail,
} from '../templates/service-mails.js';
import { writeAgentWeekMail, writeMarketWeekMail } from '../templates/week-mails.js';

export interface MailSample {
  readonly name: string;
  readonly mail: Mail;
  /** Whether the agent may turn it off. */
  readonly isOptional: boolean;
}

const AT = '2026-01-05T14:03:11.020Z';
const publicUrl = 'https://desk.example';
const unsubscribeUrl = `${publicUrl}/api/notices/unsubscribe?token=sample`;
const lead = { deliveryId: '3b9f1b8e-0c5a-4c1e-9d5e-0a1b2c3d4e5f', publicUrl };
const firstName = 'Dana';

const sale: LeadSale = {
  leadId: '5a0f8a52-8f5c-4f0e-a3a3-4c2f1d0b9e11',
  offerId: '7c1d9b63-2e4a-4b8f-9a0c-1d2e3f4a5b22',
  buyerId: '9e2f0c74-3f5b-4c90-8b1d-2e3f4a5b6c33',
  amountCents: 8_000,
  receivedAt: '2026-01-05T14:03:10.120Z',
  soldAt: AT,
  funnelName: 'Retire Safe Guide',
  lead: {
    fullName: 'Margaret Ellison',
    phone: '+15125550142',
    email: 'margaret.ellison@example.com',
    state: 'TX',
    zipCode: '78701',
    ageRange: '61-65',
    estimatedAssets: '$250K-$500K',
    purchaseTimeline: '0-3 months',
    leadType: 'Indexed',
    consent: {
      trustedFormCertUrl: 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234567',
      jornayaLeadId: 'A1B2C3D4-E5F6-7890-ABCD-EF1234567890',
      tcpaText:
        'By clicking "Get my quote" I agree that a licensed agent may call or text me at the number above, also with automated technology.\nConsent is no condition of a purchase.',
      ipAddress: '203.0.113.7',
      landingPageUrl: 'https://retiresafe.example/quote?a=1&b=2',
    },
  },
};

/** A lead with the longest name and the fewest details. */
const sparseSale: LeadSale = {
  ...sale,
  lead: {
    ...sale.lead,
    fullName: 'Wilhelmina-Alexandrina Featherstonehaugh-Cholmondeley',
    consent: undefined,
  },
};

const agentWeek: Omit<PayloadOf<typeof agentWeekEnded>, 'buyerId'> = {
  monday: '2026-01-05',
  week: {
    leads: 12,
    refunded: 1,
    spentCents: 88_000,
    won: 2,
    commissionCents: 1_250_000,
    contactMs: 840_000,
  },
  weekBefore: { leads: 9, refunded: 0, spentCents: 72_000, won: 0, commissionCents: 0, contactMs: null },
};
const marketWeek: PayloadOf<typeof marketWeekEnded> = {
  monday: '2026-01-05',
  week: {
    accepted: 120,
    sold: 96,
    expired: 20,
    refunded: 2,
    revenueCents: 752_000,
    refused: 4,
    delivered: 96,
    deliveredInTime: 95,
  },
  weekBefore: {
    accepted: 100,
    sold: 90,
    expired: 10,
    refunded: 0,
    revenueCents: 720_000,
    refused: 12,
    delivered: 90,
    deliveredInTime: 90,
  },
  funnels: [
    { name: sale.funnelName, revenueCents: 400_000 },
    { name: 'Annuity Answers', revenueCents: 352_000 },
  ],
  unsold: [
    { state: 'TX', leads: 12 },
    { state: 'FL', leads: 8 },
  ],
};

const summary = {
  notices: ['A sign-in method was added', 'A sign-in method was removed'].map((title) => ({ title, at: AT })),
  further: 12,
};
const declineCodes = {
  'insufficient-funds': 'insufficient_funds',
  'approval-needed': 'authentication_required',
  expired: 'expired_card',
  'no-card': 'no_card',
  other: 'generic_decline',
} as const;
const channelOf: Readonly<Record<ChannelDisabledReason, OptionalChannelKind>> = {
  OPTED_OUT: 'sms',
  NUMBER_UNREACHABLE: 'sms',
  ACCESS_REVOKED: 'slack',
  DESTINATION_GONE: 'webhook',
  NOT_IN_CHANNEL: 'slack',
  PERMISSION_MISSING: 'slack',
  POSTING_NOT_ALLOWED: 'slack',
  FAILING_FOR_DAYS: 'webhook',
};
const pathsOfLinks: Readonly<Partial<Record<SecurityMailKind, string>>> = {
  welcome: 'confirm-email',
  'confirm-email': 'confirm-email',
  'password-reset': 'reset-password',
  'email-changed': 'undo-email-change',
};

function writeSecuritySample(subject: SecurityMailKind): Notice {
  const path = pathsOfLinks[subject];
  const link =
    path === undefined ? null : `${publicUrl}/${path}#token=0123456789abcdefghijklmnopqrstuvwxyzABCDEFG`;
  const expiresAt = link === null ? null : '2026-01-05T14:33:11.020Z';
  const device = subject === 'new-device' ? { name: 'Chrome on Windows', network: '203.0.113.x' } : undefined;
  return writeSecurityMail({ subject, firstName, at: AT, expiresAt, link, device });
}

const leadMail = (name: string, mail: Mail): MailSample => ({ name, mail, isOptional: false });
const notice = (name: string, written: Notice): MailSample =>
  leadMail(name, renderNoticeMail(written, { publicUrl }));
const optionalNotice = (name: string, written: Notice): MailSample => ({
  name,
  isOptional: true,
  mail: renderNoticeMail(written, { publicUrl, unsubscribeUrl }),
});

/** Every email template with sample data. */
export const mailSamples: readonly MailSample[] = [
  leadMail('lead', renderLeadMail(sale, lead)),
  leadMail('lead-without-consent', renderLeadMail(sparseSale, lead)),
  leadMail('lead-redacted', renderRedactedLeadMail(sale, lead)),
  optionalNotice('receipt', writeReceiptMail({ ...sale, firstName })),
  optionalNotice(
    'limit-reached',
    writeLimitReachedMail({
      firstName,
      dailyLeadLimit: 25,
      resumesAt: '2026-01-06T06:00:00.000Z',
      timeZone: 'America/Chicago',
    }),
  ),
  optionalNotice('agent-week', writeAgentWeekMail({ firstName, ...agentWeek })),
  notice(
    'reminder-due',
    writeReminderMail(
      {
        firstName,
        leadId: sale.leadId,
        leadType: 'Indexed',
        state: 'TX',
        remindAt: '2026-01-05T20:00:00.000Z',
      },
      'America/Chicago',
    ),
  ),
  notice('under-review', writeUnderReviewMail({ firstName, at: AT })),
  notice('summary', writeSummaryMail(summary)),
  notice('summary-for-team', writeSummaryMail({ ...summary, isForTeam: true })),
  ...serviceStopCauses.map((cause) =>
    notice(`service-stopped-${cause}`, writeServiceStoppedMail({ firstName, cause, at: AT })),
  ),
  ...moneyBackReasons.map((reason) =>
    notice(`refund-${reason}`, writeRefundMail({ ...sale, firstName, reason, refundedAt: AT })),
  ),
  ...problemReportStates.map((state) =>
    notice(
      `problem-report-${state}`,
      writeProblemReportMail({
        firstName,
        leadId: sale.leadId,
        state,
        at: AT,
        reason: state === 'recorded' ? 'wrong-number' : 'not-delivered',
        declineReason: state === 'declined' ? 'Your mail server accepted the email at 9:03 AM.' : null,
      }),
    ),
  ),
  ...Object.entries(declineCodes).map(([reason, declineCode]) =>
    notice(`card-declined-${reason}`, writeCardDeclinedMail({ firstName, declineCode, declinedAt: AT })),
  ),
  notice('card-expiring', writeCardExpiringMail({ firstName, last4: '4242', expMonth: 1, expYear: 2026 })),
  ...channelDisabledReasons.map((reason) =>
    optionalNotice(
      `channel-disabled-${reason.toLowerCase().replaceAll('_', '-')}`,
      writeChannelDisabledMail({ firstName, channel: channelOf[reason], reason, at: AT }),
    ),
  ),
  ...optionalChannelKinds.map((channel) =>
    notice(`channel-set-up-${channel}`, writeChannelSetUpMail({ firstName, channel, at: AT })),
  ),
  notice(
    'funnel-refusals',
    writeFunnelRefusalsMail({
      funnelId: '2d6e1a44-9b0c-4e7f-8a1d-5c3b2f1e0d66',
      funnelName: sale.funnelName,
      refused: 12,
      usualPerDay: 1.4,
    }),
  ),
  notice('market-week', writeMarketWeekMail(marketWeek)),
  ...integrationTypes.map((integrationType) =>
    notice(
      `integration-requested-${integrationType}`,
      writeIntegrationRequestedMail({
        integrationType,
        firstName,
        lastName: 'Whitfield',
        at: AT,
        email: 'dana@whitfield.example',
        phone: '+15125550142',
        details: integrationType === 'other' ? 'Redtail CRM, with one contact for each lead' : null,
      }),
    ),
  ),
  ...integrationTypes.flatMap((integrationType) =>
    (['completed', 'declined'] as const).map((status) =>
      notice(
        `integration-${status === 'completed' ? 'active' : status}-${integrationType}`,
        writeIntegrationResolvedMail({
          firstName,
          integrationType,
          status,
          at: AT,
          reason: status === 'declined' ? 'Your workspace does not allow apps from outside.' : null,
        }),
      ),
    ),
  ),
  ...accountMailKinds.map((kind) => notice(kind, writeSecuritySample(kind))),
];
