import {
  completeSignIn,
  confirmApp,
  confirmPasskey,
  type ResponseOf,
  signIn,
  startAppSetup,
  startPasskeySetup,
} from '@desk/contracts';
import { codeAt } from '../src/second-factors/totp.js';
import { type AccountsHarness, newCaller, PASSWORD } from './accounts.harness.js';
import { SoftwareAuthenticator } from '@desk/testing';

const STEP_MS = 30_000;

export interface Session {
  readonly userId: string;
  readonly sid: string;
}

/** What commands about the user's own credentials name. */
export const sessionOf = ({ userId, sid }: Session): Session => ({ userId, sid });

/** The code an app shows now, or `steps` time steps later. */
export const codeOf = (secret: string, steps = 0): string => codeAt(secret, Date.now() + steps * STEP_MS);

/** Lets the previous code of each app be used again, so that tests need not wait for the next one. */
export const forgetUsedCodes = (accounts: AccountsHarness, userId: string) =>
  accounts.query('UPDATE authenticator_apps SET last_step = 0 WHERE user_id = $1', [userId]);

export async function addApp(accounts: AccountsHarness, { userId, sid }: Session, name = 'Phone') {
  await accounts.confirmAddress({ userId });
  const { factorId, secret } = await accounts.commands.send(startAppSetup, { userId, sid });
  const code = codeOf(secret);
  const caller = newCaller();
  const request = { userId, sid, factorId, name, code, caller };
  const { recoveryCodes } = await accounts.commands.send(confirmApp, request);
  await forgetUsedCodes(accounts, userId);
  return { factorId, secret, recoveryCodes: recoveryCodes ?? [] };
}

export async function addPasskey(
  accounts: AccountsHarness,
  { userId, sid }: Session,
  authenticator = new SoftwareAuthenticator(),
) {
  await accounts.confirmAddress({ userId });
  const { token, options } = await accounts.commands.send(startPasskeySetup, { userId, sid });
  const passkey = authenticator.create(options);
  const caller = newCaller();
  const { recoveryCodes } = await accounts.commands.send(confirmPasskey, {
    userId,
    sid,
    token,
    passkey,
    caller,
    name: 'Laptop',
  });
  return { authenticator, recoveryCodes };
}

type Challenge = NonNullable<ResponseOf<typeof signIn>['secondFactor']>;

/** Enters the right password of an account with a second factor. */
export async function enterPassword(
  accounts: AccountsHarness,
  email: string,
  caller = newCaller(),
): Promise<Challenge> {
  const answer = await accounts.commands.send(signIn, { email, password: PASSWORD, caller });
  if (!answer.secondFactor) throw new Error('this account has no second factor');
  return answer.secondFactor;
}

export const enterCode = (accounts: AccountsHarness, token: string, code: string, caller = newCaller()) =>
  accounts.commands.send(completeSignIn, { token, code, caller });
