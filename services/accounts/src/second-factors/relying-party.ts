import { brand, type PasskeyAssertion, type PasskeyRegistration } from '@desk/contracts';
import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { NewPasskey, Passkey } from './passkey.repository.js';

type KnownCredential = Pick<Passkey, 'credentialId' | 'transports'>;
type VerifiedRegistration = Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

const toDescriptor = ({ credentialId, transports }: KnownCredential) => ({ id: credentialId, transports });

/**
 * The relying party of passkeys: this site, by the host of `PUBLIC_URL`. Methods return null for a rejected response.
 */
@Injectable()
export class RelyingParty {
  private readonly origin: string;
  private readonly id: string;

  constructor(@InjectEnv() env: SettingsOf<typeof siteSettings>) {
    const { origin, hostname } = new URL(env.PUBLIC_URL);
    this.origin = origin;
    this.id = hostname;
  }

  /** Options for a passkey that can also sign in alone: the authenticator stores it and verifies its user. */
  registrationOptions(
    user: { id: string; email: string; name: string },
    existing: readonly KnownCredential[],
  ) {
    return generateRegistrationOptions({
      rpName: brand,
      rpID: this.id,
      userID: new TextEncoder().encode(user.id),
      userName: user.email,
      userDisplayName: user.name,
      attestationType: 'none',
      excludeCredentials: existing.map(toDescriptor),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** Without `allowed`, the authenticator offers its own passkeys for this site and must verify its user. */
  assertionOptions(allowed?: readonly KnownCredential[]) {
    return generateAuthenticationOptions({
      rpID: this.id,
      userVerification: allowed ? 'preferred' : 'required',
      ...(allowed ? { allowCredentials: allowed.map(toDescriptor) } : {}),
    });
  }

  async verifyRegistration(
    response: PasskeyRegistration,
    challenge: string,
  ): Promise<VerifiedRegistration | null> {
    try {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.origin,
        expectedRPID: this.id,
        requireUserVerification: true,
      });
      if (!registrationInfo) return null;
      const { id, publicKey, counter } = registrationInfo.credential;
      const transports = response.response.transports ?? [];
      return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
    } catch {
      // The library throws for every kind of invalid response.
      return null;
    }
  }

  /** Returns the signature counter of a valid assertion. The caller compares it with the stored one. */
  async verifyAssertion(
    response: PasskeyAssertion,
    challenge: string,
    passkey: Passkey,
    requireUserVerification: boolean,
  ): Promise<number | null> {
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.origin,
        expectedRPID: this.id,
        // The stored counter is compared in the statement that advances it, because two copies may verify at once.
        credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
        requireUserVerification,
      });
      return verified ? authenticationInfo.newCounter : null;
    } catch {
      return null;
    }
  }
}
