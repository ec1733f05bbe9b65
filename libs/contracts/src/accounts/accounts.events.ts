import { array, boolean, number, string } from 'yup';
import { defineEvent } from '../define-message.js';
import { dailyLeadLimit } from '../leads/daily-limit.schemas.js';
import { filtersSchema, licensedStates } from '../leads/filters.schemas.js';
import { instant, oneOf, strictObject, timeZone, uuid } from '../primitives.js';
import { callerSchema } from './accounts.commands.js';
import { integrationType } from './accounts.schemas.js';
import {
  DECLINE_REASON_MAX,
  DELIVERY_OTHER_MAX,
  EMAIL_MAX,
  integrationSources,
  NAME_MAX,
  PHONE_MAX,
} from './accounts.values.js';
import { funnelKeyActions } from './audit.values.js';
import { recoverySchema } from './recovery.schemas.js';

/** A user was registered. An agent is a buyer from now on, eligible once a card is saved; an admin is not. */
export const userRegistered = defineEvent('accounts', 'accounts.user-registered', {
  payload: strictObject({
    userId: uuid(),
    isAdmin: boolean().required(),
    email: string().max(254).required(),
    firstName: string().max(100).required(),
    lastName: string().max(100).required(),
    timeZone: timeZone(),
    serviceEnabled: boolean().required(),
    dailyLeadLimit: dailyLeadLimit(),
    /** Where the agent is licensed, if that is not everywhere. */
    states: licensedStates().optional(),
    /** When lead emails stop containing personal data unless the address is confirmed. */
    confirmBy: instant(),
  }),
  consumers: ['lead-router', 'notifier'],
});

/** What accounts of one person can share (ADR 7). `domain` is the domain of a private mail server. */
export const tieKinds = ['phone', 'domain'] as const;

/** Digests of a phone number or mail domain that an agent has or had. These events arrive in any order. */
export const accountTiesFound = defineEvent('accounts', 'accounts.ties-found', {
  payload: strictObject({
    userId: uuid(),
    ties: array(
      strictObject({
        kind: oneOf(tieKinds).required(),
        digest: string()
          .matches(/^[\da-f]{64}$/)
          .required(),
      }),
    )
      .max(tieKinds.length)
      .required(),
  }),
  consumers: ['lead-router'],
});

export const accountMailKinds = [
  'welcome',
  'password-reset',
  'confirm-email',
  'password-changed',
  'email-changed',
  'new-device',
  'second-factor-added',
  'second-factor-removed',
  'recovery-code-used',
  'recovery-codes-replaced',
  'email-change-undone',
  'email-taken',
] as const;

/** Task: send one account mail. Its `link`, if any, carries a single-use secret. */
export const accountMail = defineEvent('accounts', 'accounts.mail', {
  payload: strictObject({
    mailId: uuid(),
    userId: uuid(),
    kind: oneOf(accountMailKinds).required(),
    email: string().max(254).required(),
    firstName: string().max(100).required(),
    link: string().max(500).nullable().defined(),
    at: instant(),
    expiresAt: instant().nullable(),
    /** For `new-device`: the browser, such as 'Chrome on Windows', and the approximate network. */
    device: strictObject({ name: string().max(100).required(), network: string().max(45).required() })
      .optional()
      .default(undefined),
  }),
  consumers: ['notifier'],
});

/** The user's email address or name changed, or the address was confirmed. */
export const contactChanged = defineEvent('accounts', 'accounts.contact-changed', {
  payload: strictObject({
    userId: uuid(),
    /** Counts the user's changes; a lower one than known is stale. */
    version: number().integer().min(1).required(),
    email: string().max(254).required(),
    firstName: string().max(100).required(),
    lastName: string().max(100).required(),
    at: instant(),
    confirmation: strictObject({ confirmedAt: instant().nullable(), confirmBy: instant() }),
  }),
  consumers: ['notifier'],
});

/** An agent chose an integration at sign-up, or requested it later. */
export const integrationRequested = defineEvent('accounts', 'accounts.integration-requested', {
  payload: strictObject({
    requestId: uuid(),
    userId: uuid(),
    integrationType: integrationType(),
    source: oneOf(integrationSources).required(),
    /** What the agent wrote under "Other". */
    details: string().max(DELIVERY_OTHER_MAX).nullable().defined(),
    firstName: string().max(NAME_MAX).defined(),
    lastName: string().max(NAME_MAX).defined(),
    email: string().max(EMAIL_MAX).required(),
    phone: string().max(PHONE_MAX).defined(),
    at: instant(),
  }),
  consumers: ['notifier'],
});

/** An integration request is no longer pending: the integration is active, or the team declined it. */
export const integrationResolved = defineEvent('accounts', 'accounts.integration-resolved', {
  payload: strictObject({
    requestId: uuid(),
    userId: uuid(),
    integrationType: integrationType(),
    status: oneOf(['completed', 'declined']).required(),
    /** Why the request was declined. */
    reason: string().max(DECLINE_REASON_MAX).nullable().defined(),
    at: instant(),
  }),
  consumers: ['notifier'],
});

/** Task: continue an unfinished sign-up. Does nothing if it was finished or abandoned. */
export const finishSignUp = defineEvent('accounts', 'accounts.finish-sign-up', {
  payload: strictObject({ draftId: uuid() }),
  consumers: ['accounts'],
});

/** Task: email a reset link if an account has this address. Asynchronous, so that response times reveal nothing. */
export const issuePasswordReset = defineEvent('accounts', 'accounts.issue-password-reset', {
  payload: strictObject({
    requestId: uuid(),
    email: string().max(254).required(),
    address: string().max(45).required(),
    /** A recovery has removed the password, so the link is sent whatever the limits of the mailbox. */
    isRecovery: boolean().optional(),
  }),
  consumers: ['accounts'],
});

/** Task: add to the audit log what a user did. */
export const recordAction = defineEvent(
  ['accounts', 'billing', 'lead-router', 'notifier'],
  'accounts.record-action',
  {
    payload: strictObject({
      actionId: uuid(),
      /** Such as `delivery-resent`. */
      action: string()
        .matches(/^[a-z]+(-[a-z]+)*$/)
        .required(),
      actorId: uuid(),
      userId: uuid().nullable(),
      /** The affected object, by id only. */
      subject: strictObject({ kind: string().max(40).required(), id: uuid() }),
      /** Only for a change of filters. */
      filters: strictObject({ previous: filtersSchema, current: filtersSchema })
        .default(undefined)
        .optional(),
      caller: callerSchema,
      at: instant(),
    }),
    consumers: ['accounts'],
  },
);

/** Task: add to the audit log that a funnel's key was created, revoked or deleted. */
export const recordFunnelKeyChange = defineEvent('lead-router', 'accounts.record-funnel-key-change', {
  payload: strictObject({
    changeId: uuid(),
    action: oneOf(funnelKeyActions).required(),
    funnelId: uuid(),
    /** The beginning of the key, which is not secret. */
    keyPrefix: string().max(40).required(),
    /** Who ran the command; the database role if the change was made by hand. */
    operator: string().max(100).required(),
    at: instant(),
  }),
  consumers: ['accounts'],
});

/** An agent's account was disabled or enabled. A disabled account gets no leads. */
export const accountStatusChanged = defineEvent('accounts', 'accounts.account-status-changed', {
  payload: strictObject({
    userId: uuid(),
    /** Counts an account's changes; a lower one than known is stale. */
    version: number().integer().min(1).required(),
    disabled: boolean().required(),
    at: instant(),
  }),
  consumers: ['lead-router', 'notifier'],
});

/** A user's time zone changed. It decides when the agent's day, week and month and the quiet hours begin and end. */
export const timeZoneChanged = defineEvent('accounts', 'accounts.time-zone-changed', {
  payload: strictObject({
    userId: uuid(),
    timeZone: timeZone(),
    /** Counts an account's changes; a lower one than known is stale. */
    version: number().integer().min(1).required(),
    at: instant(),
  }),
  consumers: ['lead-router', 'notifier'],
});

/**
 * An account returned to its owner (`account-protection.ts`). Other services pause or remove what was set up before.
 */
export const accountRecovered = defineEvent('accounts', 'accounts.account-recovered', {
  payload: recoverySchema,
  consumers: ['notifier', 'billing'],
});

/**
 * An agent's account was erased for good. lead-router stops selling to the buyer at once, and publishes
 * `leads.buyer-closed` once every charge has its outcome.
 */
export const agentErased = defineEvent('accounts', 'accounts.agent-erased', {
  payload: strictObject({ userId: uuid(), at: instant() }),
  consumers: ['lead-router'],
});
