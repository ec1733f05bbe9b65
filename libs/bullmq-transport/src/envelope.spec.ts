import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { DomainError, type ErrorCode } from '@desk/contracts';
import { openAnswer, openEnvelope, sealAnswer, sealEnvelope, toAnswer, toDomainError } from './envelope.js';
import { newContext } from './message-context.js';
import { deriveMessageKeys, parseRootKeys } from './message-keys.js';
import { Sealer } from './sealing.js';

const roots = parseRootKeys(`r1:${randomBytes(32).toString('base64')}`);
const gateway = new Sealer('gateway', deriveMessageKeys(roots, 'gateway'));
const router = new Sealer('lead-router', deriveMessageKeys(roots, 'lead-router'));
const accounts = new Sealer('accounts', deriveMessageKeys(roots, 'accounts'));
const fromGateway = { keyId: 'r1', sender: 'gateway' } as const;
const envelope = { v: 1 as const, name: 'leads.accept', payload: { a: 1 }, deadline: 5, ...newContext() };
const sealed = sealEnvelope(gateway, 'lead-router', 'm1', envelope);

describe('envelopes', () => {
  it('round-trips', () => {
    expect(openEnvelope(router, { id: 'm1', sealed })).toEqual({ envelope, origin: fromGateway });
  });

  it('opens only for its own message, and not as a response', () => {
    expect(() => openEnvelope(router, { id: 'm2', sealed })).toThrow();
    expect(() => openAnswer(router, 'gateway', 'm1', sealed)).toThrow();
  });

  it.each([
    ['a later version', { ...envelope, v: 2 }],
    ['no name', { ...envelope, name: undefined }],
    ['no correlation id', { ...envelope, correlationId: 7 }],
  ])('is refused with %s', (_what, other) => {
    const text = gateway.seal(JSON.stringify(other), 'message m1', 'lead-router');
    expect(() => openEnvelope(router, { id: 'm1', sealed: text })).toThrow('not a version 1 envelope');
  });

  it.each(['null', '7', '[]', 'text'])('rejects the content %s', (text) => {
    const content = gateway.seal(text, 'message m1', 'lead-router');
    expect(() => openEnvelope(router, { id: 'm1', sealed: content })).toThrow();
  });
});

describe('responses', () => {
  it('round-trip for their own request only', () => {
    const answer = sealAnswer(router, fromGateway, 'm1', { ok: true, data: { leadId: '1' } });
    expect(openAnswer(gateway, 'lead-router', 'm1', answer)).toEqual({ ok: true, data: { leadId: '1' } });
    expect(() => openAnswer(gateway, 'lead-router', 'm2', answer)).toThrow();
  });

  it('are refused from another service than the one asked', () => {
    const answer = sealAnswer(accounts, fromGateway, 'm1', { ok: true, data: {} });
    expect(openAnswer(gateway, 'accounts', 'm1', answer)).toEqual({ ok: true, data: {} });
    expect(() => openAnswer(gateway, 'lead-router', 'm1', answer)).toThrow(
      'an answer of lead-router came from accounts',
    );
  });

  it('carry domain errors with all their parts', () => {
    const error = new DomainError('DUPLICATE_LEAD', {
      detail: 'Seen before.',
      fields: [{ field: 'phone', message: 'Known' }],
      info: { leadId: '7' },
    });
    const answer = toAnswer(error);
    if (answer.ok) throw new Error('an error became a success');
    const back = toDomainError(JSON.parse(JSON.stringify(answer)) as typeof answer);
    expect(back).toBeInstanceOf(DomainError);
    expect(back).toMatchObject({
      code: 'DUPLICATE_LEAD',
      message: 'Seen before.',
      fields: error.fields,
      info: error.info,
    });
  });

  it.each(['CODE_OF_TOMORROW', 'toString', '__proto__'])(
    'with the unknown code %s means UNAVAILABLE',
    (code) => {
      const error = toDomainError({ ok: false, code: code as ErrorCode, detail: 'x', fields: [], info: {} });
      expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    },
  );
});
