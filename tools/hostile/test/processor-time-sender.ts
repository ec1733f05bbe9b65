import { processorTimeMs } from '@desk/tool-workload';
import type { HostileRequest } from '../src/requests/request-generator.js';
import { type Answer, RequestSender } from '../src/run/sender.js';
import type { TestSystem } from '../src/run/test-system.js';

/** Longer than a busy machine delays anything. An answer that waits for something uses no processor time. */
const MAX_WAIT_MS = 15_000;

/**
 * Measures the processor time of all services instead of the time that passes, which depends on what else the machine
 * does. Only for one request after the other.
 */
export class ProcessorTimeSender {
  private readonly sender: RequestSender;

  constructor(private readonly test: TestSystem) {
    this.sender = new RequestSender(test.system.webUrl, test.credentials, test.addressKey);
  }

  async send(request: HostileRequest): Promise<Answer> {
    const before = this.read();
    const answer = await this.sender.send(request);
    if (answer.durationMs > MAX_WAIT_MS) return answer;
    return { ...answer, durationMs: this.read() - before };
  }

  close(): void {
    this.sender.close();
  }

  /** Always 0 where the processor time cannot be read: then only `MAX_WAIT_MS` limits answers. */
  private read(): number {
    return Object.values(this.test.services)
      .flat()
      .map(({ pid }) => processorTimeMs(pid) ?? 0)
      .reduce((sum, ms) => sum + ms, 0);
  }
}
