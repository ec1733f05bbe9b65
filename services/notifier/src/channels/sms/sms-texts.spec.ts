import { ageRanges, leadTypes } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { sampleSale } from '../optional-channels.service.js';
import { countSegments } from '../../../test/count-segments.js';
import {
  renderCodeText,
  renderHelpText,
  renderLeadText,
  renderStoppedText,
  toGsm7,
  toShortName,
} from './sms-texts.js';

const publicUrl = 'https://app.annuity-desk.example';
const sale = sampleSale('0191e1a0-0000-7000-8000-000000000003');
const longest = (values: readonly string[]) => values.toSorted((a, b) => b.length - a.length)[0] ?? '';

describe('the text about a lead', () => {
  it('has what is needed to call, a link, the brand and how to opt out', () => {
    const lead = { ...sale.lead, fullName: 'Margaret Anne Ellison' };
    expect(renderLeadText({ ...sale, lead }, { publicUrl })).toBe(
      `Annuity Desk: New lead Margaret E., (212) 555-0100, NY, age 61-65, Fixed. ${publicUrl}/leads/${sale.leadId} Reply STOP to opt out`,
    );
  });

  it('contains no other personal data', () => {
    const text = renderLeadText(sale, { publicUrl });
    const { email, zipCode, estimatedAssets, consent } = sale.lead;
    for (const value of [email, zipCode, estimatedAssets, consent?.ipAddress ?? '192.0.2.1'])
      expect(text).not.toContain(value);
  });

  it('fits two segments, whatever the name', () => {
    const lead = {
      ...sale.lead,
      fullName: `${'Å€'.repeat(60)} ${'李'.repeat(50)}`,
      ageRange: longest(ageRanges) as (typeof ageRanges)[number],
      leadType: longest(leadTypes) as (typeof leadTypes)[number],
    };
    const text = renderLeadText({ ...sale, lead }, { publicUrl });
    expect(toGsm7(text)).toBe(text);
    expect(countSegments(text)).toBeLessThanOrEqual(2);
  });
});

it.each([
  ['Margaret Ellison', 'Margaret E.'],
  ['Cher', 'Cher'],
  ['Sample Lead (test)', 'Sample t.'],
  ['José de la Cruz', 'José C.'],
  ['Ann\nBob Lee', 'Ann L.'],
  ['Robert Smith Jr.', 'Robert S.'],
  ['Robert Smith, III', 'Robert S.'],
  [`${'a'.repeat(23)}😀b Lee`, `${'a'.repeat(23)} L.`],
  [`${'a'.repeat(23)}e\u0301 E\u0301lodie`, `${'a'.repeat(23)} E\u0301.`],
])('shortens %j to %s', (fullName, shortName) => {
  expect(toShortName(fullName)).toBe(shortName);
});

it.each([
  ['Renée Müller', 'Renée Müller'],
  ['Zoë Čapek', 'Zoe Capek'],
  ['Rene\u0301e', 'Renée'],
  ['“It’s” – here…', '"It\'s" - here...'],
  ['Łukasz Đorđe', 'Lukasz Dorde'],
  ['李 🎉', '? ?'],
  ['Ka\u02bbahumanu N\u02bcDiaye Ann\u2010Marie Jean\u2011Luc', "Ka'ahumanu N'Diaye Ann-Marie Jean-Luc"],
  ['Yıldız Guðrún Ðóra', 'Yildiz Gudrun Dora'],
])('writes %s as %s, in the alphabet of text messages', (text, expected) => {
  expect(toGsm7(text)).toBe(expected);
});

it('the texts with a code, with help and about an opt-out stay within the alphabet and two segments', () => {
  const confirmation = renderStoppedText(publicUrl);
  for (const text of [renderCodeText('012345'), renderHelpText(publicUrl), confirmation]) {
    expect(toGsm7(text)).toBe(text);
    expect(countSegments(text)).toBeLessThanOrEqual(2);
    expect(text).toMatch(text === confirmation ? /reply START/ : /^Annuity Desk: .*Reply STOP to opt out$/);
  }
});
