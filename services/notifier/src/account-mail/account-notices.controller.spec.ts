import { integrationTypes } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { needsTeam } from './account-notices.controller.js';

const listNeeding = (
  source: 'sign-up' | 'integrations-page',
  selfServed: { sms: boolean; slack: boolean },
): string[] =>
  integrationTypes.filter((integrationType) => needsTeam({ integrationType, source }, selfServed));

describe('needsTeam', () => {
  it('is true for every request on the Integrations page', () => {
    expect(listNeeding('integrations-page', { sms: true, slack: true })).toEqual(['sms', 'slack', 'other']);
  });

  it('is true at sign-up for channels that an agent cannot set up alone', () => {
    expect(listNeeding('sign-up', { sms: true, slack: true })).toEqual(['other']);
    expect(listNeeding('sign-up', { sms: true, slack: false })).toEqual(['slack', 'other']);
    expect(listNeeding('sign-up', { sms: false, slack: true })).toEqual(['sms', 'other']);
  });
});
