import { array } from 'yup';
import { defineCommand } from '../define-message.js';
import { count, filledText, flag, nothing, strictObject, uuid } from '../primitives.js';
import { callerSchema, sid } from './accounts.commands.js';
import { currentUserSchema, userSessionSchema } from './accounts.schemas.js';
import { ID_MAX } from './accounts.values.js';

/** Broadcast with the id of a user, some of whose sessions have ended. */
export const SESSIONS_ENDED = 'sessions-ended';

export const signOut = defineCommand('accounts', 'sessions.sign-out', {
  request: strictObject({ sid: sid(), caller: callerSchema }),
  response: nothing(),
});

/** Returns the user of a session and records its use. Null if the session has ended for any reason. */
export const resolveSession = defineCommand('accounts', 'sessions.resolve', {
  request: strictObject({
    sid: sid(),
    /** Does not count as use: an open page must not keep a session alive. */
    passive: flag(),
  }),
  response: strictObject({
    user: currentUserSchema.nullable().defined(),
    /** Whether the user proved who they are within `REAUTHENTICATION_MAX_AGE_MINUTES`. */
    recentlyAuthenticated: flag(),
    /** Number of the account's recoveries so far. */
    recoveryVersion: count(),
  }),
});

/** Lists the user's sessions: the caller's own (`sid`) first, then the most recently used. */
export const listSessions = defineCommand('accounts', 'sessions.list', {
  request: strictObject({ userId: uuid(), sid: sid() }),
  response: strictObject({ sessions: array(userSessionSchema).required() }),
});

/** Ends all sessions of the user except the caller's own. */
export const endOtherSessions = defineCommand('accounts', 'sessions.end-others', {
  needsRecentProof: () => true,
  request: strictObject({ userId: uuid(), sid: sid(), caller: callerSchema }),
  response: strictObject({ ended: count() }),
});

/** Ends another session of the user, by its id in the list. `ended` is 0 if it has ended already, or is the caller's own. */
export const endSession = defineCommand('accounts', 'sessions.end', {
  needsRecentProof: () => true,
  request: strictObject({ userId: uuid(), sid: sid(), id: filledText('code', ID_MAX), caller: callerSchema }),
  response: strictObject({ ended: count() }),
});

/** Ends all sessions of the user, the caller's own too. */
export const endAllSessions = defineCommand('accounts', 'sessions.end-all', {
  request: strictObject({ userId: uuid(), caller: callerSchema }),
  response: strictObject({ ended: count() }),
});
