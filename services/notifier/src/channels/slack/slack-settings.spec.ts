import { describe, expect, it } from '@jest/globals';
import { object } from 'yup';
import { slackSettings } from './slack-settings.js';

const app = { SLACK_CLIENT_ID: '1234.5678', SLACK_CLIENT_SECRET: 'a'.repeat(32) };
const isValid = (settings: object): boolean => object(slackSettings).isValidSync(settings);

describe('the settings of Slack', () => {
  it.each([
    ['nothing', {}, true],
    ['id and secret', app, true],
    ['only an id', { SLACK_CLIENT_ID: '1234.5678' }, false],
    ['only a secret', { SLACK_CLIENT_SECRET: 'a'.repeat(32) }, false],
    ['the sandbox', { ...app, SLACK_API_BASE: 'http://127.0.0.1:4010', NODE_ENV: 'test' }, true],
    ['another address in production', { SLACK_API_BASE: 'https://x.example', NODE_ENV: 'production' }, false],
    ['another site in production', { SLACK_SITE_URL: 'https://x.example', NODE_ENV: 'production' }, false],
    ['no address', { SLACK_API_BASE: 'slack', NODE_ENV: 'test' }, false],
  ])('accept %s: %s', (_name, settings, expected) => {
    expect(isValid(settings)).toBe(expected);
  });
});
