import posting from '../../../../../docs/ingest.md?raw';
import { toNodes } from './to-nodes';

/** Inlined at build time, like the other guides. In its own file, so that no other guide loads it. */
export const postingGuide = toNodes(posting);
