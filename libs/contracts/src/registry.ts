import type { CommandContract, EventContract } from './define-message.js';
import * as messages from './all-messages.js';
import type { ServiceName } from './services.js';

const ofKind = <T extends { kind: string }>(kind: T['kind']): readonly T[] =>
  Object.values(messages as Readonly<Record<string, unknown>>).filter(
    (value): value is T =>
      typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind,
  );

export const commands = ofKind<CommandContract>('command');
export const events = ofKind<EventContract>('event');

/** Returns exactly the messages a service must handle. */
export const messagesOf = (service: ServiceName): readonly (CommandContract | EventContract)[] => [
  ...commands.filter((command) => command.service === service),
  ...events.filter((event) => event.consumers.includes(service)),
];
