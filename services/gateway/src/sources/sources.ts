import { elementor } from './elementor.source.js';
import { googleAds } from './google-ads.source.js';
import { jotform } from './jotform.source.js';
import type { Source } from './source.js';
import { tiktok } from './tiktok.source.js';
import { typeform } from './typeform.source.js';
import { unbounce } from './unbounce.source.js';
import { at } from './unfold.js';

/** Any tool that is not listed: whatever it calls by a usual name is found. */
export const anyTool: Source = { id: 'any', name: 'Any other tool', signs: [], wrappers: ['json'] };

export const sources: readonly Source[] = [elementor, googleAds, tiktok, typeform, jotform, unbounce];

/** Returns the source that a body shows signs of. */
export const recognize = (body: unknown): Source =>
  sources.find(({ signs }) => signs.some((paths) => paths.every((path) => at(body, path) !== undefined))) ??
  anyTool;
