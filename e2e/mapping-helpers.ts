import { randomInt, randomUUID } from 'node:crypto';
import type { FunnelWithKey, HeldPost, Mapping, PostedFieldName } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { getRows } from './admin-helpers.js';
import { expect, type System } from './system.js';

export interface FunnelWithAddress {
  readonly id: string;
  readonly name: string;
  /** Private address. */
  readonly address: string;
}

/** Creates a live funnel with a private address. */
export async function createFunnelWithAddress(page: Page, system: System): Promise<FunnelWithAddress> {
  const api = `${system.urls.web}/api/admin/funnels`;
  const name = `Retire Words ${randomUUID().slice(0, 8)}`;
  const created = await page.request.post(api, { data: { name } });
  const { funnel } = (await created.json()) as FunnelWithKey;
  const { id, createdAt: _at, keys: _keys, ...settings } = funnel;
  const live = { ...settings, mode: 'live', phoneVerification: 'off', requiresConsentProof: false };
  const changed = await page.request.patch(`${api}/${id}`, { data: live });
  expect(changed.ok(), await changed.text()).toBe(true);
  const added = await page.request.post(`${api}/${id}/keys`, { data: { kind: 'address' } });
  const { key } = (await added.json()) as FunnelWithKey;
  return { id, name, address: `${system.urls.web}/api/ingest/in/${key}` };
}

/** A lead in the words of a German form, of another person each time. */
export function germanLead() {
  const subscriber = String(randomInt(1_000_000)).padStart(6, '0');
  return {
    vorname: 'Ann',
    nachname: 'Lee',
    kontakt: `${randomUUID()}@example.com`,
    // The middle three digits of a US phone number never end in 11.
    telefon: `(512) 2${subscriber.slice(0, 2).replace('11', '12')}-${subscriber.slice(2)}`,
    bundesland: 'TX',
    plz: '78701',
    alter: '66',
    vermoegen: 'mittel',
    wann: '0-3 months',
  };
}

type GermanName = keyof ReturnType<typeof germanLead>;

export const targets: readonly (readonly [name: GermanName, label: string, field: PostedFieldName])[] = [
  ['vorname', 'First name', 'first_name'],
  ['nachname', 'Last name', 'last_name'],
  ['kontakt', 'Email', 'email'],
  ['telefon', 'Phone', 'phone'],
  ['bundesland', 'State', 'state'],
  ['plz', 'ZIP code', 'zip_code'],
  ['alter', 'Age', 'age'],
  ['vermoegen', 'Estimated assets', 'estimated_assets'],
  ['wann', 'Purchase timeline', 'purchase_timeline'],
];

const newRule = (field: PostedFieldName, from: string[]): Mapping['rules'][number] => ({
  field,
  from,
  constant: field === 'lead_type' ? 'Indexed' : null,
  values: field === 'estimated_assets' ? [{ sent: 'mittel', means: '$250K-$500K' }] : [],
  isDayFirst: false,
});

export const germanMapping: Mapping = {
  rules: [...targets.map(([name, , field]) => newRule(field, [name])), newRule('lead_type', [])],
};

export async function saveMapping(
  page: Page,
  system: System,
  { id }: FunnelWithAddress,
  mapping: Mapping,
  version: number,
): Promise<void> {
  const data = { mapping, version };
  const saved = await page.request.post(`${system.urls.web}/api/admin/funnels/${id}/mapping`, { data });
  expect(saved.ok(), await saved.text()).toBe(true);
}

/** Posts `data` until `waiting` posts of the funnel are held. The gateways learn of a change a moment later. */
export async function hold(
  page: Page,
  system: System,
  { id, address }: FunnelWithAddress,
  data: object,
  waiting: number,
) {
  const list = `${system.urls.web}/api/admin/held-posts?status=waiting&funnel=${id}`;
  await expect
    .poll(async () => {
      const answer = await page.request.post(address, { data });
      if (answer.status() !== 422) return await answer.text();
      const { posts } = (await (await page.request.get(list)).json()) as { posts: HeldPost[] };
      return posts.length;
    })
    .toBe(waiting);
}

/** Returns the rows of the list, or its cards. Cards contain lists of their own. */
export const getPosts = (page: Page) =>
  getRows(page, /^Held posts/).or(page.getByRole('list', { name: /^Held posts/ }).locator('> li'));
