import { describe, expect, it } from '@jest/globals';
import type { ErrorCode } from '@desk/contracts';
import { sealerOf } from '@desk/testing';
import { openAnswer, openEnvelope, sealAnswer, sealEnvelope, toDomainError } from './envelope.js';
import { newContext } from './message-context.js';

const [gateway, router, accounts] = [sealerOf('gateway'), sealerOf('lead-router'), sealerOf('accounts')];
const fromGateway = { keyId: 'test', sender: 'gateway' } as const;
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

  it.each(['CODE_OF_TOMORROW', 'toString', '__proto__'])(
    'with the unknown code %s means UNAVAILABLE',
    (code) => {
      const error = toDomainError({ ok: false, code: code as ErrorCode, detail: 'x', fields: [], info: {} });
      expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    },
  );
});
