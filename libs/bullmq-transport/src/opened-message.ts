import {
  commands,
  DomainError,
  dropUnknownFields,
  events,
  type MessageContract,
  parse,
  type SenderName,
  type ServiceName,
} from '@desk/contracts';
import { type Envelope, openEnvelope, type SealedMessage } from './envelope.js';
import { unreadable } from './faults.js';
import type { Origin, Sealer } from './sealing.js';

export interface OpenedMessage {
  readonly envelope: Envelope;
  readonly origin: Origin;
  readonly contract: MessageContract;
}

const contracts = new Map([...commands, ...events].map((contract) => [contract.name, contract]));

export const findContract = (name: string): MessageContract | undefined => contracts.get(name);

/**
 * Opens a job. Refuses a message that its sender may not send, a command in a queue of events, where no deadline would
 * end its retries, and an event with the id of another message, because the inbox would then ignore that message.
 *
 * @throws UnrecoverableError
 */
export function openMessage(
  service: ServiceName,
  sealer: Sealer,
  job: SealedMessage,
  kind: MessageContract['kind'],
): OpenedMessage {
  const { envelope, origin } = unseal(sealer, job);
  const contract = findContract(envelope.name);
  if (contract?.kind !== kind) throw unreadable(`${service} does not handle '${envelope.name}'`);
  const { sender } = origin;
  const senders: readonly SenderName[] = contract.senders;
  if (!senders.includes(sender)) throw unreadable(`${sender} may not send '${contract.name}'`);
  if (kind === 'event' && !job.id.startsWith(`${envelope.name}~`))
    throw unreadable(`'${envelope.name}' has the id of another message`);
  return { envelope, origin, contract };
}

function unseal(sealer: Sealer, job: SealedMessage): Pick<OpenedMessage, 'envelope' | 'origin'> {
  try {
    return openEnvelope(sealer, job);
  } catch (error) {
    throw unreadable(`message ${job.id} cannot be opened`, error);
  }
}

/**
 * Ignores fields that this release does not know. The sender has validated the message, so an invalid one comes from
 * another release. A command is retried, perhaps by a newer copy, until its caller gets UNAVAILABLE. An event waits
 * until the outbox republishes it.
 */
export function validateMessage(contract: MessageContract, id: string, payload: unknown): unknown {
  const schema = contract.kind === 'command' ? contract.request : contract.payload;
  try {
    return parse(schema, dropUnknownFields(schema, payload));
  } catch (error) {
    const fields = error instanceof DomainError ? error.fields.map(({ field }) => field).join(', ') : '';
    const what = `message ${id} does not match its contract: ${fields}`;
    throw contract.kind === 'command' ? new Error(what) : unreadable(what, error);
  }
}

/**
 * Refuses a command that needs a recent proof if the user gave none, even if the gateway forgot to ask. Commands from
 * other services belong to no session and need none.
 *
 * @throws REAUTHENTICATION_REQUIRED
 */
export function assertProven({ contract, envelope, origin }: OpenedMessage, payload: unknown): void {
  if (contract.kind !== 'command' || origin.sender !== 'gateway') return;
  if (contract.needsRecentProof(payload) && envelope.hasRecentProof !== true)
    throw new DomainError('REAUTHENTICATION_REQUIRED');
}
