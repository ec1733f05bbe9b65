import { createHmac } from 'node:crypto';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { ProviderEnv } from '../provider/provider-settings.js';

/**
 * Solving takes 256 derivations on average, because the prefix is one byte: a second or two on a processor
 * core, in a browser or elsewhere.
 */
const COST = 15_000;
const PREFIX = '00';
const LIFETIME_MS = 10 * 60_000;

/** Challenges that cost a computer a second or two to solve and us milliseconds to check. */
@Injectable()
export class ProofOfWork {
  private readonly secret: string;

  constructor(@InjectEnv() env: Pick<ProviderEnv, 'STRIPE_SECRET_KEY'>) {
    this.secret = createHmac('sha256', env.STRIPE_SECRET_KEY).update('proofs of work 1').digest('hex');
  }

  /** Returns a challenge, as JSON, that is good for one set-up of this buyer. */
  async createChallenge(buyerId: string): Promise<string> {
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: COST,
      keyPrefix: PREFIX,
      deriveKey,
      data: { buyerId },
      expiresAt: new Date(Date.now() + LIFETIME_MS),
      hmacSignatureSecret: this.secret,
    });
    return JSON.stringify(challenge);
  }

  /** Returns what identifies the solved challenge, or undefined if it is not solved, expired, or another buyer's. */
  async verify(proof: string, buyerId: string): Promise<string | undefined> {
    const payload = parsePayload(proof);
    const signature = payload?.challenge.signature;
    if (!payload || signature === undefined || payload.challenge.parameters.data?.['buyerId'] !== buyerId)
      return undefined;
    try {
      const { verified } = await verifySolution({
        ...payload,
        deriveKey,
        hmacSignatureSecret: this.secret,
      });
      return verified ? signature : undefined;
    } catch {
      // The library throws for parameters that it could not have signed.
      return undefined;
    }
  }
}

function parsePayload(proof: string): Payload | undefined {
  try {
    const value = JSON.parse(Buffer.from(proof, 'base64url').toString()) as Partial<Payload> | null;
    const { challenge, solution } = value ?? {};
    return challenge?.parameters && solution ? { challenge, solution } : undefined;
  } catch {
    return undefined;
  }
}
