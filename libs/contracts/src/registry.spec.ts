import { describe, expect, it } from '@jest/globals';
import { ObjectSchema } from 'yup';
import { actingAdminErrors } from './accounts/acting-admin.js';
import * as contracts from './index.js';

const { commands, errorCatalog, events, messagesOf, serviceNames } = contracts;
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

  it.each(events.map((event) => [event.name, event] as const))('%s has a consumer', (_name, event) => {
    expect(event.consumers.length).toBeGreaterThan(0);
    expect(serviceNames).toEqual(expect.arrayContaining([...event.consumers]));
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    '%s has a service, a time limit and known errors',
    (_name, command) => {
      expect(serviceNames).toContain(command.service);
      expect(command.timeoutMs).toBeGreaterThan(0);
      expect(command.timeoutMs).toBeLessThanOrEqual(30_000);
      expect(Object.keys(errorCatalog)).toEqual(expect.arrayContaining([...command.errors]));
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
