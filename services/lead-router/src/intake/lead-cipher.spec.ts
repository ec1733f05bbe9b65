import { DataCipher } from '@desk/service-kit';
import { expect, test } from '@jest/globals';
import { decryptLead, encryptLead } from './lead-cipher.js';

const cipher = new DataCipher(`d1:${Buffer.alloc(32, 1).toString('base64')}`);
const lead = {
  id: '8d3f9a0e-0000-4000-8000-000000000001',
  fullName: 'Ann Lee',
  email: 'ann@example.com',
  phone: '+12125550123',
  state: 'NY',
  zipCode: '10001',
  bodyHash: 'hash',
  reference: 'click-7',
  consent: { tcpaText: 'I agree', ipAddress: '203.0.113.7' },
};

test('encrypts everything that identifies the person, and nothing else', () => {
  const stored = encryptLead(cipher, lead);
  const readable = Object.entries(stored).filter(
    ([, value]) => !JSON.stringify(value).startsWith('"enc:d1:'),
  );
  expect(readable).toEqual([
    ['id', lead.id],
    ['state', 'NY'],
  ]);
  expect(decryptLead(cipher, stored)).toEqual(lead);
});

test('keeps what is missing, and reads part of a lead', () => {
  const some = { id: lead.id, fullName: 'Ann Lee', reference: null, consent: null };
  const stored = encryptLead(cipher, some);
  expect(stored).toMatchObject({ reference: null, consent: null });
  expect(decryptLead(cipher, { id: lead.id, fullName: stored.fullName })).toEqual({
    id: lead.id,
    fullName: 'Ann Lee',
  });
});

test('refuses the values of another lead or column', () => {
  const stored = encryptLead(cipher, lead);
  const otherId = '8d3f9a0e-0000-4000-8000-000000000002';
  expect(() => decryptLead(cipher, { ...stored, id: otherId })).toThrow();
  expect(() => decryptLead(cipher, { ...stored, email: stored.fullName })).toThrow();
});

test('reads leads of earlier releases and removed ones', () => {
  expect(decryptLead(cipher, lead)).toEqual(lead);
  const removed = { ...lead, fullName: 'Removed', bodyHash: '', consent: null };
  expect(decryptLead(cipher, removed)).toEqual(removed);
});
