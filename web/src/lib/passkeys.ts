import type { PasskeyAssertion, PasskeyRegistration } from '@desk/contracts/accounts/second-factors.schemas';
import { getErrorMessage, UNREACHABLE } from './api-client';

/** Why the browser returned no passkey, as a sentence for the user. */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

const messages: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey request was canceled or timed out.',
  AbortError: 'The passkey request was canceled or timed out.',
  InvalidStateError: 'This device already has a passkey for your account.',
};

/** Loaded on first use, because most visits need no passkey. */
async function callLibrary<T>(
  run: (library: typeof import('@simplewebauthn/browser')) => Promise<T>,
): Promise<T> {
  const library = await import('@simplewebauthn/browser');
  if (!library.browserSupportsWebAuthn()) throw new PasskeyError('This browser does not support passkeys.');
  try {
    return await run(library);
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new PasskeyError(messages[name] ?? 'The passkey could not be used. Please try again.', {
      cause: error,
    });
  }
}

type Options<Name extends 'startAuthentication' | 'startRegistration'> = Parameters<
  (typeof import('@simplewebauthn/browser'))[Name]
>[0]['optionsJSON'];

/** Lets the user sign with a passkey. `options` come from the server. */
export const signWithPasskey = (options: object): Promise<PasskeyAssertion> =>
  callLibrary(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as Options<'startAuthentication'> }),
  );

export const createPasskey = (options: object): Promise<PasskeyRegistration> =>
  callLibrary(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as Options<'startRegistration'> }),
  );

/** Returns what to tell the user about a failed passkey or request. */
export const getPasskeyErrorMessage = (error: unknown): string =>
  error instanceof PasskeyError ? error.message : getErrorMessage(error, UNREACHABLE);
