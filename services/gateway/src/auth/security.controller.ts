import {
  changePassword,
  confirmApp,
  confirmPasskey,
  endOtherSessions,
  endSession,
  keepSecondFactor,
  listSecondFactors,
  listSessions,
  removeSecondFactor,
  renameSecondFactor,
  replaceRecoveryCodes,
  requestPasswordReset,
  resetPassword,
  startAppSetup,
  startPasskeySetup,
  startPasskeySignIn,
  startReauthentication,
  undoEmailChange,
} from '@desk/contracts';
import { done, forward, forwardRoutes, inputWithCaller, ofSession, ofUser } from '../http/forward-routes.js';
import type { SignedIn } from '../http/identity.js';

const ownSession = ({ sid, user }: SignedIn) => ({ sid, userId: user.id });

/** Sessions, passwords and second factors, where no cookie changes. */
export const SecurityRoutes = forwardRoutes([
  /** Gives the same answer for every address, to prevent enumeration. */
  forward('requestPasswordReset', requestPasswordReset, inputWithCaller, done),
  forward('resetPassword', resetPassword, (input) => withoutRepetition(inputWithCaller(input)), done),
  forward('undoEmailChange', undoEmailChange, inputWithCaller, done),
  forward('startPasskeySignIn', startPasskeySignIn, inputWithCaller),
  forward('startReauthentication', startReauthentication, ownSession),
  forward('listSessions', listSessions, ownSession, ({ sessions }) => sessions),
  forward('endOtherSessions', endOtherSessions, ofSession),
  forward('endSession', endSession, ofSession),
  forward('changePassword', changePassword, (input) => withoutRepetition(ofSession(input)), done),
  forward('listSecondFactors', listSecondFactors, ({ user }) => ({ userId: user.id })),
  forward('startAppSetup', startAppSetup, ownSession),
  forward('confirmApp', confirmApp, ofSession),
  forward('startPasskeySetup', startPasskeySetup, ownSession),
  forward('confirmPasskey', confirmPasskey, ofSession),
  forward('renameSecondFactor', renameSecondFactor, ofUser, done),
  forward('keepSecondFactor', keepSecondFactor, ofSession, done),
  forward('removeSecondFactor', removeSecondFactor, ofSession, done),
  forward('replaceRecoveryCodes', replaceRecoveryCodes, ofSession),
]);

function withoutRepetition<T extends { confirmPassword: string }>({ confirmPassword: _, ...request }: T) {
  return request;
}
