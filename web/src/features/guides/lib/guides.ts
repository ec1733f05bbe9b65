import webhooks from '../../../../../docs/webhooks.md?raw';
import { toNodes } from './to-nodes';

/** Inlined at build time (build/evaluate-at-build.ts), so that the parser is not bundled. */
export const webhookGuide = toNodes(webhooks);
