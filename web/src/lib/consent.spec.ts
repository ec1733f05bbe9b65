import { describe, expect, it } from '@jest/globals';
import { listConsent } from './consent';

describe('listConsent', () => {
  it('lists the fields that have a value, in reading order', () => {
    const consent = {
      tcpaText: 'I agree.',
      ipAddress: '',
      landingPageUrl: 'https://retire.example/',
      jornayaLeadId: undefined,
    };
    expect(listConsent(consent)).toEqual([
      {
        name: 'landingPageUrl',
        label: 'Landing page',
        value: 'https://retire.example/',
        isUrl: true,
        isLongText: false,
      },
      { name: 'tcpaText', label: 'Consent wording', value: 'I agree.', isUrl: false, isLongText: true },
    ]);
  });

  it('is empty without a record', () => {
    expect(listConsent(null)).toEqual([]);
  });
});
