import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Fixture, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';

const CERTIFICATE = 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234567';
const LEAD_ID = 'A1B2C3D4-E5F6-7890-ABCD-EF1234567890';
let router: Fixture;

beforeAll(async () => {
  router = await startFixture();
});
afterAll(() => router.stop());
beforeEach(() => router.reset());

const refusedBy = (field: string) => ({
  code: 'INVALID_REQUEST',
  fields: [{ field, message: 'Was already sent with another person' }],
});

test.each([
  ['certificate', { trustedFormCertUrl: CERTIFICATE }, 'trustedform_cert_url'],
  ['Jornaya lead ID', { jornayaLeadId: LEAD_ID }, 'jornaya_leadid'],
])(
  'a %s proves the consent of one person only, whichever funnel sends it and whenever',
  async (_what, consent, field) => {
    const lead = newLead({ consent });
    await router.post(lead);
    await expect(router.post(newLead({ consent }))).rejects.toMatchObject(refusedBy(field));
    // The duplicate window has long passed.
    await router.query("UPDATE lead_fingerprints SET seen_at = seen_at - interval '300 days'");
    await expect(router.post(newLead({ consent }))).rejects.toMatchObject(refusedBy(field));
    expect(await router.query('SELECT id FROM leads')).toHaveLength(1);
    // The same person may be posted again with the same proof.
    expect(await router.post({ ...lead, leadType: 'Fixed', ageRange: '66-70' })).toMatchObject({
      replayed: false,
    });
  },
);

test('a person who is posted again with the same proof is a duplicate', async () => {
  const lead = newLead({ consent: { trustedFormCertUrl: CERTIFICATE } });
  const { leadId } = await router.post(lead);
  expect(await router.post(lead)).toMatchObject({ leadId, replayed: true });
  await expect(router.post({ ...lead, ageRange: '66-70' })).rejects.toMatchObject({ code: 'DUPLICATE_LEAD' });
});

test('one of several concurrent posts with the same proof is accepted', async () => {
  const consent = { trustedFormCertUrl: CERTIFICATE, jornayaLeadId: LEAD_ID };
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => router.post(newLead({ consent }))),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('no mailbox is sold twice, however its address is written', async () => {
  await router.post(newLead({ email: 'walter.hays@gmail.com' }));
  for (const email of ['walterhays@gmail.com', 'walter.hays+quotes@gmail.com', 'w.alterhays@googlemail.com'])
    await expect(router.post(newLead({ email }))).rejects.toMatchObject({ code: 'DUPLICATE_LEAD' });
  await router.post(newLead({ email: 'walter@example.com' }));
  await expect(router.post(newLead({ email: 'walter+2@example.com' }))).rejects.toMatchObject({
    code: 'DUPLICATE_LEAD',
  });
  expect(await router.post(newLead({ email: 'wal.ter@example.com' }))).toMatchObject({ replayed: false });
});
