import { registerUser, changeProfile, confirmEmail, undoEmailChange } from '../accounts/accounts.commands.js';
import { finishSignUp } from '../accounts/accounts.events.js';
import { requestIntegration, resolveIntegrationRequest } from '../accounts/integration-requests.commands.js';
import { completeSignUp } from '../accounts/onboarding.commands.js';
import { administerUser } from '../accounts/users.commands.js';
import {
  buyerReviewChanged,
  cardChanged,
  chargeOffer,
  offerCharged,
  offerDeclined,
  processProviderEvent,
  resolveCharge,
} from '../billing/billing.events.js';
import { reviewDispute } from '../billing/disputes.commands.js';
import { acknowledgeDifference, startReconciliation } from '../billing/reconciliation.commands.js';
import { requestRefund } from '../billing/refunds.commands.js';
import { leadRefunded, leadRefundFailed, resolveRefund } from '../billing/refunds.events.js';
import type { MessageContract } from '../define-message.js';
import { addFunnelKey, changeFunnel, createFunnel, revokeFunnelKey } from '../leads/funnels.commands.js';
import { removeConnection, retryLeadFetch, saveConnection } from '../leads/connections.commands.js';
import { discardHeldPost, holdPost, refuseHeldPost, saveMapping } from '../leads/held-posts.commands.js';
import { acceptHeldPost, acceptLead } from '../leads/leads.commands.js';
import { buyerSettingsChanged, leadSold, offerWaitingLeads, routeLead } from '../leads/leads.events.js';
import {
  approveProblemReport,
  declineProblemReport,
  reportProblem,
  startProblemReview,
} from '../leads/problem-reports.commands.js';
import { refundApproved } from '../leads/problem-reports.events.js';
import { withholdLead } from '../leads/sold-leads.commands.js';
import { rerouteLead, withdrawLead } from '../leads/waiting-leads.commands.js';
import { resendDeliveries, resendDelivery, resendOwnDelivery } from '../notifications/deliveries.commands.js';
import {
  applyTextMessageReport,
  channelChanged,
  emailBounced,
  leadDelivered,
  leadUndeliverable,
} from '../notifications/notifications.events.js';
import type { AdminChange } from './admin-changes.values.js';

/** Broadcast every few seconds while an admin's page listens. Without it, services announce no changes. */
export const ADMINS_LISTENING = 'admins-listening';
/** Broadcast with the names of what has changed, separated by commas. */
export const ADMIN_CHANGES = 'admin-changes';

/** The messages that change each kind of data. Data that changes in other ways is reloaded every minute. */
const messagesByChange: Readonly<Record<AdminChange, readonly MessageContract[]>> = {
  leads: [
    acceptLead,
    acceptHeldPost,
    routeLead,
    offerWaitingLeads,
    offerCharged,
    offerDeclined,
    leadDelivered,
    leadRefunded,
    leadRefundFailed,
    withholdLead,
    withdrawLead,
    rerouteLead,
  ],
  'held-posts': [holdPost, acceptHeldPost, refuseHeldPost, discardHeldPost, retryLeadFetch],
  funnels: [
    saveMapping,
    saveConnection,
    removeConnection,
    createFunnel,
    changeFunnel,
    addFunnelKey,
    revokeFunnelKey,
  ],
  payments: [
    chargeOffer,
    resolveCharge,
    requestRefund,
    refundApproved,
    leadUndeliverable,
    resolveRefund,
    processProviderEvent,
  ],
  disputes: [processProviderEvent, reviewDispute, buyerReviewChanged],
  reconciliation: [startReconciliation, acknowledgeDifference],
  deliveries: [
    leadSold,
    applyTextMessageReport,
    leadRefunded,
    resendDelivery,
    resendOwnDelivery,
    resendDeliveries,
  ],
  users: [
    registerUser,
    completeSignUp,
    finishSignUp,
    administerUser,
    changeProfile,
    confirmEmail,
    undoEmailChange,
    emailBounced,
    cardChanged,
    buyerSettingsChanged,
  ],
  requests: [requestIntegration, resolveIntegrationRequest, completeSignUp, finishSignUp, channelChanged],
  problems: [
    reportProblem,
    startProblemReview,
    approveProblemReport,
    declineProblemReport,
    leadRefunded,
    leadRefundFailed,
  ],
  // Any message that could not be handled.
  'failed-messages': [],
};

const changesByMessage = Map.groupBy(
  Object.entries(messagesByChange).flatMap(([change, messages]) =>
    messages.map(({ name }) => ({ change: change as AdminChange, name })),
  ),
  ({ name }) => name,
);

/** Returns the kinds of data that a handled message changes. */
export const changesOf = (message: string): AdminChange[] =>
  (changesByMessage.get(message) ?? []).map(({ change }) => change);
