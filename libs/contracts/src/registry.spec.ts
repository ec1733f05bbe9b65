import { describe, expect, it } from '@jest/globals';
import { ObjectSchema } from 'yup';
import * as contracts from './index.js';

const { actingAdminErrors, commands, events, messagesOf, serviceNames } = contracts;
const all = [...commands, ...events];

describe('the registry', () => {
  it('contains every exported message', () => {
    const exported = Object.values(contracts as Record<string, unknown>).filter(
      (value): value is contracts.MessageContract =>
        typeof value === 'object' && value !== null && 'kind' in value && 'name' in value,
    );
    expect(exported.length).toBeGreaterThan(0);
    expect(all.map(({ name }) => name).toSorted()).toEqual(exported.map(({ name }) => name).toSorted());
  });

  it('has unique names', () => {
    const names = all.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(commands.map(({ name, timeoutMs }) => [name, timeoutMs] as const))(
    '%s has a time limit of at most 30 seconds',
    (_name, timeoutMs) => {
      expect(timeoutMs).toBeGreaterThan(0);
      expect(timeoutMs).toBeLessThanOrEqual(30_000);
    },
  );

  it('declares that accounts refuses users who are no admins', () => {
    const ofAdmins = commands.filter(
      ({ service, name, request }) =>
        service === 'accounts' &&
        request instanceof ObjectSchema &&
        'actorId' in request.fields &&
        // The gateway alone decides who retries messages.
        name !== 'accounts.retry-failed-message',
    );
    expect(ofAdmins.map(({ name }) => name)).toContain('status.create-incident');
    const declared = ofAdmins.filter(({ errors }) =>
      actingAdminErrors.every((code) => errors.includes(code)),
    );
    expect(declared).toEqual(ofAdmins);
  });

  it('assigns each message to the services that handle it', () => {
    const handled = serviceNames.flatMap((service) =>
      messagesOf(service).map(({ name }) => `${service} ${name}`),
    );
    const expected = [
      ...commands.map(({ service, name }) => `${service} ${name}`),
      ...events.flatMap(({ consumers, name }) => consumers.map((service) => `${service} ${name}`)),
    ];
    expect(handled.toSorted()).toEqual(expected.toSorted());
  });
});
