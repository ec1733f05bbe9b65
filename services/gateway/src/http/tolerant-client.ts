import { CommandClient } from '@desk/bullmq-transport';
import type { CommandContract, RequestOf, ResponseOf } from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';

/** Nobody waits longer than this for what only stands beside the thing they asked for. */
const LIMIT_MS = 2_000;

/** Asks for what an answer can do without. */
@Injectable()
export class OptionalQuery {
  constructor(
    private readonly commands: CommandClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Null when the answer does not come, or not in time. Never rejects. */
  async ask<C extends CommandContract>(
    contract: C,
    request: RequestOf<C>,
    limitMs = LIMIT_MS,
  ): Promise<ResponseOf<C> | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer in ${limitMs} ms`)), limitMs);
    });
    try {
      return await Promise.race([this.commands.send(contract, request), late]);
    } catch (err) {
      this.logger.warn({ err, command: contract.name }, 'answered without this');
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}
