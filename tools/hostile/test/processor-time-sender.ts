import { processorTimeMs } from '@desk/tool-workload';
import type { HostileRequest } from '../src/requests/request-generator.js';
import { type Answer, RequestSender } from '../src/run/sender.js';
import type { TestSystem } from '../src/run/test-system.js';

/** Longer than any delay on a busy machine. Catches answers that wait without using processor time. */
const MAX_WAIT_MS = 15_000;

/**
 * Measures the processor time of all services instead of elapsed time, which depends on the load of the machine. Only
 * for one request at a time.
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

  /** Always 0 on systems that do not report it: then only `MAX_WAIT_MS` limits answers. */
  private read(): number {
    return Object.values(this.test.services)
      .flat()
      .map(({ pid }) => processorTimeMs(pid) ?? 0)
      .reduce((sum, ms) => sum + ms, 0);
  }
}
