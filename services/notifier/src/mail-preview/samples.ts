import {
  accountMailKinds,
  type ChannelDisabledReason,
  channelDisabledReasons,
  integrationTypes,
  moneyBackReasons,
  type OptionalChannelKind,
  optionalChannelKinds,
  problemReportStates,
} from '@desk/contracts';
import type { LeadSale } from '../channels/channel.js';
import { type DeclineReason, renderCardDeclinedMail } from '../templates/card-declined-mail.js';
import { renderCardExpiringMail } from '../templates/card-expiring-mail.js';
import { renderChannelDisabledMail } from '../templates/channel-disabled-mail.js';
import { renderChannelSetUpMail } from '../templates/channel-set-up-mail.js';
import { renderIntegrationRequestedMail } from '../templates/integration-requested-mail.js';
import { renderIntegrationResolvedMail } from '../templates/integration-resolved-mail.js';
import { renderLeadMail } from '../templates/lead-mail.js';
import { renderLimitReachedMail } from '../templates/limit-reached-mail.js';
import type { Mail } from '../templates/mail.js';
import { renderProblemReportMail } from '../templates/problem-report-mail.js';
import { renderRefundMail } from '../templates/refund-mail.js';
import { renderReceiptMail } from '../templates/receipt-mail.js';
import { renderRedactedLeadMail } from '../templates/redacted-lead-mail.js';
import { renderSecurityMail, type SecurityMailKind } from '../templates/security-mail.js';
import { renderServiceStoppedMail, serviceStopCauses } from '../templates/service-stopped-mail.js';
import { renderSummaryMail } from '../templates/summary-mail.js';
import { renderUnderReviewMail } from '../templates/under-review-mail.js';

export interface MailSample {
  readonly name: string;
  /** The file in `templates` that renders it. */
  readonly template: string;
  readonly mail: Mail;
}

const AT = '2026-01-05T14:03:11.020Z';
const publicUrl = 'https://desk.example';
const optional = { publicUrl, unsubscribeUrl: `${publicUrl}/api/notices/unsubscribe?token=sample` };
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

const declineReasons = [
  'insufficient-funds',
  'approval-needed',
  'expired',
  'no-card',
  'other',
] as const satisfies readonly DeclineReason[];
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

function renderSecuritySample(subject: SecurityMailKind): Mail {
  const path = pathsOfLinks[subject];
  const link =
    path === undefined ? null : `${publicUrl}/${path}#token=0123456789abcdefghijklmnopqrstuvwxyzABCDEFG`;
  const expiresAt = link === null ? null : '2026-01-05T14:33:11.020Z';
  const device = subject === 'new-device' ? { name: 'Chrome on Windows', network: '203.0.113.x' } : undefined;
  return renderSecurityMail({ subject, firstName, at: AT, expiresAt, link, device }, { publicUrl });
}

/** Every email template with sample data. */
export const mailSamples: readonly MailSample[] = [
  { name: 'lead', template: 'lead-mail', mail: renderLeadMail(sale, lead) },
  { name: 'lead-without-consent', template: 'lead-mail', mail: renderLeadMail(sparseSale, lead) },
  { name: 'lead-redacted', template: 'redacted-lead-mail', mail: renderRedactedLeadMail(sale, lead) },
  {
    name: 'receipt',
    template: 'receipt-mail',
    mail: renderReceiptMail({ ...sale, firstName }, optional),
  },
  {
    name: 'limit-reached',
    template: 'limit-reached-mail',
    mail: renderLimitReachedMail(
      { firstName, dailyLeadLimit: 25, resumesAt: '2026-01-06T06:00:00.000Z', timeZone: 'America/Chicago' },
      optional,
    ),
  },
  {
    name: 'under-review',
    template: 'under-review-mail',
    mail: renderUnderReviewMail({ firstName, at: AT }, { publicUrl }),
  },
  {
    name: 'summary',
    template: 'summary-mail',
    mail: renderSummaryMail(
      {
        notices: ['A sign-in method was added', 'A sign-in method was removed'].map((title) => ({
          ...{ title, at: AT },
        })),
        further: 12,
      },
      { publicUrl },
    ),
  },
  ...serviceStopCauses.map((cause) => ({
    name: `service-stopped-${cause}`,
    template: 'service-stopped-mail',
    mail: renderServiceStoppedMail({ firstName, cause, at: AT }, { publicUrl }),
  })),
  {
    name: 'service-stopped-undeliverable-too-often',
    template: 'service-stopped-mail',
    mail: renderServiceStoppedMail(
      { firstName, cause: 'undeliverable', resumptionNeedsAdmin: true, at: AT },
      { publicUrl },
    ),
  },
  ...moneyBackReasons.map((reason) => ({
    name: `refund-${reason}`,
    template: 'refund-mail',
    mail: renderRefundMail({ ...sale, firstName, reason, refundedAt: AT }, { publicUrl }),
  })),
  ...problemReportStates.map((state) => ({
    name: `problem-report-${state}`,
    template: 'problem-report-mail',
    mail: renderProblemReportMail(
      {
        ...{ firstName, leadId: sale.leadId, state, at: AT },
        reason: state === 'recorded' ? 'wrong-number' : 'not-delivered',
        declineReason: state === 'declined' ? 'Your mail server accepted the email at 9:03 AM.' : null,
      },
      { publicUrl },
    ),
  })),
  ...declineReasons.map((reason) => ({
    name: `card-declined-${reason}`,
    template: 'card-declined-mail',
    mail: renderCardDeclinedMail({ firstName, reason, declinedAt: AT }, { publicUrl }),
  })),
  {
    name: 'card-expiring',
    template: 'card-expiring-mail',
    mail: renderCardExpiringMail({ firstName, last4: '4242', expMonth: 1, expYear: 2026 }, { publicUrl }),
  },
  ...channelDisabledReasons.map((reason) => ({
    name: `channel-disabled-${reason.toLowerCase().replaceAll('_', '-')}`,
    template: 'channel-disabled-mail',
    mail: renderChannelDisabledMail({ firstName, channel: channelOf[reason], reason, at: AT }, optional),
  })),
  ...optionalChannelKinds.map((channel) => ({
    name: `channel-set-up-${channel}`,
    template: 'channel-set-up-mail',
    mail: renderChannelSetUpMail({ firstName, channel, at: AT }, { publicUrl }),
  })),
  ...integrationTypes.map((integrationType) => ({
    name: `integration-requested-${integrationType}`,
    template: 'integration-requested-mail',
    mail: renderIntegrationRequestedMail(
      {
        integrationType,
        details: integrationType === 'other' ? 'Redtail CRM, with one contact for each lead' : null,
        ...{
          firstName,
          lastName: 'Whitfield',
          email: 'dana@whitfield.example',
          phone: '+15125550142',
          at: AT,
        },
      },
      { publicUrl },
    ),
  })),
  ...integrationTypes.flatMap((integrationType) =>
    (['completed', 'declined'] as const).map((status) => ({
      name: `integration-${status === 'completed' ? 'active' : status}-${integrationType}`,
      template: 'integration-resolved-mail',
      mail: renderIntegrationResolvedMail(
        {
          ...{ firstName, integrationType, status, at: AT },
          reason: status === 'declined' ? 'Your workspace does not allow apps from outside.' : null,
        },
        { publicUrl },
      ),
    })),
  ),
  ...accountMailKinds.map((kind) => ({
    name: kind,
    template: 'security-mail',
    mail: renderSecuritySample(kind),
  })),
];
