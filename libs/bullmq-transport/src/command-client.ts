import { type CommandContract, parse, type RequestOf, type ResponseOf } from '@desk/contracts';
import { firstValueFrom } from 'rxjs';
import type { BullmqClient } from './bullmq.client.js';
import { assertNoTransaction } from './transaction-scope.js';

/** Sends commands, typed by their contracts. */
export class CommandClient {
  constructor(private readonly client: BullmqClient) {}

  /**
   * Resolves with the service's response.
   *
   * @throws DomainError of the service; INVALID_REQUEST, before sending, if the request does not match the contract;
   * UNAVAILABLE if no response arrives within the contract's timeout
   * @throws Error inside a database transaction (see `assertNoTransaction`)
   */
  async send<C extends CommandContract>(contract: C, request: RequestOf<C>): Promise<ResponseOf<C>> {
    assertNoTransaction(`the command ${contract.name}`);
    parse(contract.request, request);
    return firstValueFrom(this.client.send<ResponseOf<C>>(contract.name, { contract, request }));
  }
}
