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
    try {
      return await withTimeout(this.commands.send(contract, request), timeoutMs);
    } catch (err) {
      this.logger.warn({ err, command: contract.name }, 'optional query failed');
      return null;
    }
  }
}
