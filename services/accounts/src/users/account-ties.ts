import { accountTiesFound, type PayloadOf } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { InjectEnv, KeyedDigests } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import publicMailDomains from 'free-email-domains';
import { getDomain } from 'tldts-icann';
import { randomUUID } from 'node:crypto';
import type { CredentialEnv } from '../credentials/credential-settings.js';

type Tie = PayloadOf<typeof accountTiesFound>['ties'][number];

const publicDomains: ReadonlySet<string> = new Set(publicMailDomains);
/** Names that RFC 2606 reserves for documentation and tests. */
const RESERVED = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/;

/**
 * Returns the domain of an address if one owner has all its mailboxes; undefined for public providers and reserved names.
 * Its subdomains belong to the same owner.
 */
export function toOwnMailDomain(email: string): string | undefined {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const domain = getDomain(host) ?? host;
  const isShared = publicDomains.has(host) || publicDomains.has(domain) || RESERVED.test(domain);
  return isShared ? undefined : domain;
}

/**
 * Publishes digests of what accounts of one person share, so that lead-router can tie them without knowing the values
 * (ADR 7).
 */
@Injectable()
export class AccountTies {
  private readonly digests: KeyedDigests;

  constructor(@InjectEnv() env: Pick<CredentialEnv, 'CREDENTIAL_KEYS'>) {
    this.digests = new KeyedDigests(env.CREDENTIAL_KEYS, 'credential keys');
  }

  publish(
    tx: Tx,
    userId: string,
    { phone, email }: { readonly phone?: string; readonly email?: string },
  ): void {
    const digits = phone?.replaceAll(/\D/g, '').slice(-10) ?? '';
    const domain = email === undefined ? undefined : toOwnMailDomain(email);
    const ties = [
      ...(digits === '' ? [] : [this.toTie('phone', digits)]),
      ...(domain === undefined ? [] : [this.toTie('domain', domain)]),
    ];
    if (ties.length > 0) tx.publish(accountTiesFound, { userId, ties }, { key: randomUUID() });
  }

  private toTie(kind: Tie['kind'], value: string): Tie {
    return { kind, digest: this.digests.digest(`account tie ${kind}`, value) };
  }
}
