import { describe, expect, it } from '@jest/globals';
import { number, string } from 'yup';
import { describeSettings } from './describe-settings.js';
import { setting } from './setting.js';

describe('describeSettings', () => {
  it('describes whether a setting is required, its default, values and limits', () => {
    const described = describeSettings({
      DATABASE_URL: setting.url('the database', 'postgres'),
      DATABASE_TLS: setting.tls('DATABASE_URL'),
      MAX_STREAMS: number().min(1).max(9).default(5).meta({ description: 'Live streams' }),
      BUSINESS_NAME: string()
        .when('NODE_ENV', ([environment], schema) =>
          environment === 'production' ? schema.required() : schema.default('Sandbox'),
        )
        .meta({ description: 'The name of the business' }),
      SENDER: string().meta({ description: 'The sender' }),
    });
    expect(described).toEqual([
      { name: 'DATABASE_URL', description: 'the database', isRequired: true, values: [] },
      {
        name: 'DATABASE_TLS',
        description: expect.stringContaining('DATABASE_URL'),
        isRequired: false,
        default: 'required',
        values: ['required', 'off'],
      },
      {
        name: 'MAX_STREAMS',
        description: 'Live streams',
        isRequired: false,
        default: 5,
        values: [],
        min: 1,
        max: 9,
      },
      { name: 'BUSINESS_NAME', description: 'The name of the business', isRequired: true, values: [] },
      { name: 'SENDER', description: 'The sender', isRequired: false, values: [] },
    ]);
  });

  it('throws if a setting has no description', () => {
    expect(() => describeSettings({ NAME: string() })).toThrow('NAME has no description');
  });
});
