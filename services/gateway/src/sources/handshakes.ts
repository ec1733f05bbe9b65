import { type ConnectedTool, DomainError } from '@desk/contracts';
import type { Answer } from './answers.js';
import { hmac } from './signatures.js';
import type { Secrets, Source } from './source.js';
import { genericSource } from './any.source.js';
import { sources } from './sources.js';

/** Sends back plain codes only, which no browser can read as markup. */
const CODE = /^[\w-]{1,200}$/;

function findCode({ handshake }: Source, query: URLSearchParams): string | undefined {
  if (!handshake) return undefined;
  const { parameter, others = {} } = handshake;
  const code = query.get(parameter) ?? '';
  const isComplete = Object.entries(others).every(([name, value]) => query.get(name) === value);
  return isComplete && CODE.test(code) ? code : undefined;
}

/**
 * Returns the answer to a platform that verifies an address; undefined if the request is not a handshake. Accepts any
 * verify token from Meta: the private address itself is the secret.
 *
 * @throws CONNECTION_MISSING
 */
export function answerHandshake(
  query: URLSearchParams,
  tool: string | null,
  secrets: Secrets,
): Answer | undefined {
  const asked = sources.filter(({ id }) => tool === null || tool === genericSource.id || tool === id);
  for (const source of asked) {
    const code = findCode(source, query);
    if (code === undefined) continue;
    if (source.handshake?.answer === 'same') return { status: 200, contentType: 'text/plain', body: code };
    const secret = secrets[source.id as ConnectedTool];
    if (secret === undefined)
      throw new DomainError('CONNECTION_MISSING', {
        detail: `Save the secret of ${source.name} on the funnel's page first. It is part of the answer.`,
      });
    const body = { challengeCode: code, challengeResponse: hmac(secret, code).toString('hex') };
    return { status: 200, contentType: 'application/json', body: JSON.stringify(body) };
  }
  return undefined;
}
