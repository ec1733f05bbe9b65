import * as accountsCommands from './accounts/accounts.commands.js';
import * as auditCommands from './accounts/audit.commands.js';
import * as accountsEvents from './accounts/accounts.events.js';
import * as integrationRequestCommands from './accounts/integration-requests.commands.js';
import * as onboardingCommands from './accounts/onboarding.commands.js';
import * as accountsMail from './accounts/accounts.mail.js';
import * as secondFactorCommands from './accounts/second-factors.commands.js';
import * as sessionCommands from './accounts/sessions.commands.js';
import * as userAdministrationCommands from './accounts/user-administration.commands.js';
import * as userCommands from './accounts/users.commands.js';
import * as billingCommands from './billing/billing.commands.js';
import * as cardCommands from './billing/cards.commands.js';
import * as cardEvents from './billing/cards.events.js';
import * as documentCommands from './billing/documents.commands.js';
import * as billingEvents from './billing/billing.events.js';
import * as disputeCommands from './billing/disputes.commands.js';
import * as disputeEvents from './billing/disputes.events.js';
import * as balanceCommands from './billing/balance.commands.js';
import * as reconciliationCommands from './billing/reconciliation.commands.js';
import * as refundCommands from './billing/refunds.commands.js';
import * as refundEvents from './billing/refunds.events.js';
import type { CommandContract, EventContract } from './define-message.js';
import * as filterCommands from './leads/filters.commands.js';
import * as funnelCommands from './leads/funnels.commands.js';
import * as historyCommands from './leads/lead-history.commands.js';
import * as leadCommands from './leads/leads.commands.js';
import * as leadEvents from './leads/leads.events.js';
import * as problemReportCommands from './leads/problem-reports.commands.js';
import * as problemReportEvents from './leads/problem-reports.events.js';
import * as soldLeadCommands from './leads/sold-leads.commands.js';
import * as waitingLeadCommands from './leads/waiting-leads.commands.js';
import * as failedMessageCommands from './messages/failed-messages.commands.js';
import * as channelCommands from './notifications/channels.commands.js';
import * as pushCommands from './notifications/push.commands.js';
import * as slackCommands from './notifications/slack.commands.js';
import * as deliveryCommands from './notifications/deliveries.commands.js';
import * as smsCommands from './notifications/sms.commands.js';
import * as noticeCommands from './notifications/notices.commands.js';
import * as notificationEvents from './notifications/notifications.events.js';
import * as webhookCommands from './notifications/webhooks.commands.js';
import type { ServiceName } from './services.js';
import * as statusCommands from './status/status.commands.js';

const isKind = (kind: string) => (value: unknown) =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;

const collect = <T>(kind: string, modules: object[]): readonly T[] =>
  modules.flatMap((module) => Object.values(module) as unknown[]).filter(isKind(kind)) as T[];

export const commands = collect<CommandContract>('command', [
  accountsCommands,
  auditCommands,
  integrationRequestCommands,
  onboardingCommands,
  secondFactorCommands,
  sessionCommands,
  userAdministrationCommands,
  userCommands,
  billingCommands,
  refundCommands,
  disputeCommands,
  cardCommands,
  documentCommands,
  balanceCommands,
  reconciliationCommands,
  leadCommands,
  filterCommands,
  funnelCommands,
  historyCommands,
  soldLeadCommands,
  problemReportCommands,
  waitingLeadCommands,
  deliveryCommands,
  channelCommands,
  webhookCommands,
  smsCommands,
  slackCommands,
  pushCommands,
  noticeCommands,
  failedMessageCommands,
  statusCommands,
]);
export const events = collect<EventContract>('event', [
  accountsEvents,
  accountsMail,
  billingEvents,
  cardEvents,
  refundEvents,
  disputeEvents,
  leadEvents,
  problemReportEvents,
  notificationEvents,
]);

/** Returns exactly the messages a service must handle. */
export const messagesOf = (service: ServiceName): readonly (CommandContract | EventContract)[] => [
  ...commands.filter((command) => command.service === service),
  ...events.filter((event) => event.consumers.includes(service)),
];
