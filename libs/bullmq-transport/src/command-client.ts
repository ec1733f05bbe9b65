import { type CommandContract, parse, type RequestOf, type ResponseOf } from '@desk/contracts';
import { firstValueFrom } from 'rxjs';
import type { BullmqClient } from './bullmq.client.js';

/** Sends commands, typed by their contracts. */
export class CommandClient {
  constructor(private readonly client: BullmqClient) {}

  /**
   * Resolves with the service's response.
   *
   * @throws DomainError of the service; INVALID_REQUEST, before sending, if the request does not match the contract;
   * UNAVAILABLE if no response arrives within the contract's timeout
   */
  async send<C extends CommandContract>(contract: C, request: RequestOf<C>): Promise<ResponseOf<C>> {
    parse(contract.request, request);
    return firstValueFrom(this.client.send<ResponseOf<C>>(contract.name, { contract, request }));
  }
}
