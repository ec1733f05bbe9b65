import { createPublicKey, verify } from 'node:crypto';

const HEADER = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]{87})$/;
const MAX_LIFETIME_SECONDS = 86_400;
const POINT_BYTES = 65;

interface Claims {
  readonly aud?: unknown;
  readonly exp?: unknown;
  readonly sub?: unknown;
}

const readJson = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

function toKey(point: Buffer) {
  if (point.length !== POINT_BYTES) throw new Error('not an uncompressed point');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}

function findClaimProblem({ aud, exp, sub }: Claims, audience: string, now: number): string | undefined {
  if (aud !== audience) return `the audience must be ${audience}`;
  if (typeof exp !== 'number' || exp <= now) return 'the token has expired';
  if (exp > now + MAX_LIFETIME_SECONDS) return 'the token is valid for more than 24 hours';
  return typeof sub === 'string' && /^(mailto:|https:)/.test(sub) ? undefined : 'the subject is missing';
}

/** Checks who sends (RFC 8292). Returns the sender's public key, or what is wrong. */
export function verifyVapid(
  authorization: string,
  audience: string,
  nowMs: number,
): { readonly key: string } | { readonly problem: string } {
  const [, head = '', claims = '', signature = '', key = ''] = HEADER.exec(authorization) ?? [];
  if (key === '') return { problem: 'the authorization is not VAPID' };
  try {
    const { alg } = readJson(head) as { readonly alg?: unknown };
    if (alg !== 'ES256') return { problem: 'the token is not ES256' };
    const publicKey = toKey(Buffer.from(key, 'base64url'));
    const isValid = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!isValid) return { problem: 'the signature does not match' };
    const problem = findClaimProblem(readJson(claims) as Claims, audience, nowMs / 1_000);
    return problem === undefined ? { key } : { problem };
  } catch {
    return { problem: 'the token cannot be read' };
  }
}
