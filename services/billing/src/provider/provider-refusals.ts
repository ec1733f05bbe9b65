import { HealthServer, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { classifyFailure, needsPerson, type ProviderFailure } from './provider-failure.js';

const KINDS = ['permanent', 'ours'] as const;

export interface JsonResponse {
  getStatusCode(): number;
  toJSON(): Promise<unknown>;
}

/** Raises the alarm for every refusal of the provider that nothing here expects, whichever call it is. */
@Injectable()
export class ProviderRefusals {
  private readonly refusals: Counter<'kind'>;

  constructor(
    { metrics }: HealthServer,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.refusals = new Counter({
      name: 'card_provider_refusals_total',
      help: 'Calls that the card provider refused for good: permanent, or ours if a key or request is wrong',
      labelNames: ['kind'],
      registers: [metrics],
    });
    for (const kind of KINDS) this.refusals.inc({ kind }, 0);
  }

  /** Looks at the body when the SDK reads it, because it can be read only once. */
  watch(endpoint: string, response: JsonResponse): void {
    if (response.getStatusCode() < 400) return;
    const read = response.toJSON.bind(response);
    response.toJSON = async () => {
      const body = await read();
      this.report(endpoint, response.getStatusCode(), body);
      return body;
    };
  }

  private report(endpoint: string, status: number, body: unknown): void {
    const { type, code, param } = (body as { error?: ProviderFailure } | null)?.error ?? {};
    const failure: ProviderFailure = { statusCode: status, type, code, param };
    if (!needsPerson(endpoint, failure)) return;
    const kind = classifyFailure(failure);
    this.refusals.inc({ kind });
    // Never the message: it repeats what was sent, also an email address.
    this.logger.error(
      { alarm: 'provider-rejected-request', endpoint, kind, status, code, param },
      'provider request refused',
    );
  }
}
