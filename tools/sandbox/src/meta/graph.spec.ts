import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startHarness, type Harness } from '../../test/harness.js';

const TOKEN = 'EAAgood';
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.sandbox.close());

const get = async (
  path: string,
  token = TOKEN,
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${harness.sandbox.url}/v25.0/${path}`, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const idsOf = ({ body }: Awaited<ReturnType<typeof get>>) =>
  (body['data'] as { id: string }[]).map(({ id }) => id);

it('answers a lead, its Page and its form, in pages and since a given time', async () => {
  const { meta } = harness.sandbox.control;
  const lead = { pageId: '7', formId: '70', fields: { email: 'ann@example.com' } };
  const old = await meta.addLead({ ...lead, createdTime: '2026-11-01T10:00:00Z' });
  const first = await meta.addLead(lead);
  const second = await meta.addLead(lead);
  expect(await get(`${first.id}?fields=id,field_data`)).toEqual({
    status: 200,
    body: { id: first.id, field_data: [{ name: 'email', values: ['ann@example.com'] }] },
  });
  expect((await get('7?fields=name')).body).toEqual({ id: '7', name: 'Page 7' });
  expect(idsOf(await get('7/leadgen_forms'))).toEqual(['70']);
  const value = Date.parse('2026-11-01T10:00:00Z') / 1_000;
  const filtering = JSON.stringify([{ field: 'time_created', operator: 'GREATER_THAN', value }]);
  const query = `70/leads?limit=1&filtering=${encodeURIComponent(filtering)}`;
  const page = await get(query);
  expect(idsOf(page)).toEqual([first.id]);
  const { cursors } = page.body['paging'] as { cursors: { after: string } };
  expect(idsOf(await get(`${query}&after=${cursors.after}`))).toEqual([second.id]);
  expect(idsOf(await get('70/leads'))).toContain(old.id);
});

it("answers with Meta's errors: for a token, for an unknown id, and as requested by a tool", async () => {
  const codeOf = async (token?: string) => {
    const { status, body } = await get('1', token);
    return [status, (body['error'] as { code: number }).code];
  };
  expect(await codeOf()).toEqual([400, 100]);
  expect(await codeOf('other')).toEqual([401, 190]);
  harness.sandbox.control.meta.refuseToken('EAAold', 10);
  expect(await codeOf('EAAold')).toEqual([403, 10]);
});
