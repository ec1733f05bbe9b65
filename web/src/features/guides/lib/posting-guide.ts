import posting from '../../../../../docs/ingest.md?raw';
import { toNodes } from './to-nodes';

/** Like the guides beside it, inlined at build time. Apart, so that no other guide loads it. */
export const postingGuide = toNodes(posting);
