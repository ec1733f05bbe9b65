import { array, number } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { digest, filledText, nothing, oneOf, strictObject, uuid } from '../primitives.js';
import { funnelReportSchema, ownFunnelReportSchema } from './funnel-report.schemas.js';
import {
  funnelKeyId,
  funnelName,
  funnelSchema,
  funnelSettingsSchema,
  funnelWithKeySchema,
} from './funnels.schemas.js';
import { funnelKeyKinds } from './funnels.values.js';

/** Which admin asks, and from where, for the audit log. */
const byAdmin = { actorId: uuid(), caller: callerSchema };

/** Returns all funnels by name, at most 500. */
export const listFunnels = defineCommand('lead-router', 'funnels.list', {
  request: nothing(),
  response: strictObject({ funnels: array(funnelSchema).required() }),
});

export const getFunnel = defineCommand('lead-router', 'funnels.get', {
  request: strictObject({ funnelId: uuid() }),
  response: funnelSchema,
  errors: ['FUNNEL_NOT_FOUND'],
});

/** Counts a funnel's posts. Those that gateways have refused in the last seconds may not be counted yet. */
export const getFunnelReport = defineCommand('lead-router', 'funnels.get-report', {
  request: strictObject({ funnelId: uuid() }),
  response: funnelReportSchema,
});

/** Returns the report of the funnel that a report key belongs to, and how the funnel may post. */
export const getOwnFunnelReport = defineCommand('lead-router', 'funnels.get-own-report', {
  request: strictObject({ keyHash: digest().required() }),
  response: ownFunnelReportSchema,
  errors: ['UNKNOWN_FUNNEL_KEY'],
});

/** Creates a funnel in test mode, with its first key. */
export const createFunnel = defineCommand('lead-router', 'funnels.create', {
  needsRecentProof: () => true,
  request: strictObject({ ...byAdmin, name: funnelName() }),
  response: funnelWithKeySchema,
});

/**
 * Replaces a funnel's settings. They hold for every lead accepted after the answer. Refused with SETTINGS_CHANGED if
 * the version is not that of the settings in force; without a version, it replaces any.
 */
export const changeFunnel = defineCommand('lead-router', 'funnels.change', {
  needsRecentProof: () => true,
  request: strictObject({
    ...byAdmin,
    funnelId: uuid(),
    settings: funnelSettingsSchema,
    version: number().integer().min(1).optional(),
  }),
  response: funnelSchema,
  errors: ['FUNNEL_NOT_FOUND', 'SETTINGS_CHANGED'],
});

export const addFunnelKey = defineCommand('lead-router', 'funnels.add-key', {
  needsRecentProof: () => true,
  request: strictObject({ ...byAdmin, funnelId: uuid(), kind: oneOf(funnelKeyKinds).optional() }),
  response: funnelWithKeySchema,
  errors: ['FUNNEL_NOT_FOUND', 'TOO_MANY_FUNNEL_KEYS'],
});

/** No lead is accepted with the key after the answer. Revoking it again changes nothing. */
export const revokeFunnelKey = defineCommand('lead-router', 'funnels.revoke-key', {
  request: strictObject({ ...byAdmin, funnelId: uuid(), keyId: funnelKeyId() }),
  response: funnelSchema,
  errors: ['FUNNEL_NOT_FOUND', 'FUNNEL_KEY_NOT_FOUND'],
});

/** The origins of all active funnels: what a browser asks about before it sends a funnel's key. */
export const listFunnelOrigins = defineCommand('lead-router', 'funnels.list-origins', {
  request: nothing(),
  response: strictObject({ origins: array(filledText('code', 200)).required() }),
});
