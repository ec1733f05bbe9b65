import { answerWith } from '../ask-process.js';

/**
 * Runs before a service. When asked, collects all garbage and answers how large the heap is then, in bytes. The size
 * before a collection depends on when V8 last cared to collect, which can be minutes ago in a process that is mostly idle.
 */
answerWith(() => {
  globalThis.gc?.();
  return String(process.memoryUsage().heapUsed);
});
