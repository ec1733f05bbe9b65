import { CommandClient } from '@desk/bullmq-transport';
import type { CommandContract, RequestOf, ResponseOf } from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { withTimeout } from '@desk/timing';
import { Injectable } from '@nestjs/common';

/** Timeout for optional data. */
const TIMEOUT_MS = 2_000;

/** Fetches data that an answer can do without. */
@Injectable()
export class OptionalQuery {
  constructor(
    private readonly commands: CommandClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Returns null when the query fails or times out. Never rejects. */
  async fetch<C extends CommandContract>(
    contract: C,
    request: RequestOf<C>,
    timeoutMs = TIMEOUT_MS,
  ): Promise<ResponseOf<C> | null> {
    return this.load(contract.name, () => this.commands.send(contract, request), timeoutMs);
  }

  /** Does the same for data that takes several commands. `command` names them in the log. */
  async load<T>(command: string, load: () => Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T | null> {
    try {
      return await withTimeout(load(), timeoutMs);
    } catch (err) {
      this.logger.warn({ err, command }, 'optional query failed');
      return null;
    }
  }
}
