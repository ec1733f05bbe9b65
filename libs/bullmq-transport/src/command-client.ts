import { type CommandContract, parse, type RequestOf, type ResponseOf } from '@desk/contracts';
import { firstValueFrom } from 'rxjs';
import type { BullmqClient } from './bullmq.client.js';

/** Sends commands, typed by their contracts. */
export class CommandClient {
  constructor(private readonly client: BullmqClient) {}

  /**
   * Resolves with the answer. Throws the service's `DomainError`; INVALID_REQUEST before anything is sent when the
   * request does not fit; UNAVAILABLE when no answer comes in the contract's time.
   */
  async send<C extends CommandContract>(contract: C, request: RequestOf<C>): Promise<ResponseOf<C>> {
    parse(contract.request, request);
    return firstValueFrom(this.client.send<ResponseOf<C>>(contract.name, { contract, request }));
  }
}
