import { describe, expect, it } from '@jest/globals';
import { toFormValues, toSettings } from './funnel-form';
import { funnelFormSchema } from './funnel-form.schema';

const values = {
  name: 'Retire Safe',
  mode: 'live' as const,
  origins: 'https://www.example.com\nhttps://quotes.example.com:8443',
  requestsPerSecond: '20',
  duplicateWindowDays: '',
  requiredFields: ['tcpa_text' as const],
  requiresConsentProof: true,
  phoneVerification: 'optional' as const,
};

describe('the funnel form', () => {
  it('turns into settings and back', () => {
    const settings = toSettings(values);
    expect(settings).toMatchObject({
      allowedOrigins: ['https://www.example.com', 'https://quotes.example.com:8443'],
      requestsPerSecond: 20,
      duplicateWindowDays: null,
    });
    expect(toFormValues({ ...settings, id: '', createdAt: '', keys: [], version: 1 })).toEqual(values);
    expect(funnelFormSchema.isValidSync(values)).toBe(true);
  });

  it('accepts an origin as people paste it', () => {
    expect(toSettings({ ...values, origins: ' https://WWW.example.com/ ' }).allowedOrigins).toEqual([
      'https://www.example.com',
    ]);
  });

  it.each([
    ['name', '  ', 'Name is required'],
    ['origins', 'www.example.com', 'Origins must look like https://www.example.com'],
    ['origins', 'https://www.example.com/quote', 'Origins must look like https://www.example.com'],
    ['requestsPerSecond', 'fast', 'Rate limit must be a number from 1 to 100'],
    ['requestsPerSecond', '101', 'Rate limit must be a number from 1 to 100'],
    ['duplicateWindowDays', '0', 'Duplicate window must be a number from 1 to 365 days'],
  ])('reports %s %j', async (name, value, message) => {
    await expect(funnelFormSchema.validate({ ...values, [name]: value })).rejects.toMatchObject({
      path: name,
      message,
    });
  });
});
