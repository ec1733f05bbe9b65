import { DomainError } from '@desk/contracts';
import { type ArrivedPost, findIn } from './arrived-post.js';
import { boberdoo } from './boberdoo.source.js';
import { cake } from './cake.source.js';
import { clickfunnels, clickfunnelsClassic } from './clickfunnels.source.js';
import { elementor } from './elementor.source.js';
import { everflow } from './everflow.source.js';
import { gohighlevel } from './gohighlevel.source.js';
import { googleAds } from './google-ads.source.js';
import { hubspot } from './hubspot.source.js';
import { jotform } from './jotform.source.js';
import { leadProsper } from './lead-prosper.source.js';
import { leadbyte } from './leadbyte.source.js';
import { leadconduit } from './leadconduit.source.js';
import { leadexec } from './leadexec.source.js';
import { linkedin } from './linkedin.source.js';
import { leadspedia } from './leadspedia.source.js';
import { meta } from './meta.source.js';
import { phonexa } from './phonexa.source.js';
import type { Source } from './source.js';
import { tiktok } from './tiktok.source.js';
import { typeform } from './typeform.source.js';
import { unbounce } from './unbounce.source.js';

/** Any tool that is not listed: whatever it calls by a usual name is found. */
export const anyTool: Source = {
  id: 'any',
  name: 'Any other tool',
  signs: [],
  wrappers: ['json'],
  takesGet: true,
};

/** In the order in which a post is compared with them. */
export const sources: readonly Source[] = [
  googleAds,
  meta,
  linkedin,
  tiktok,
  typeform,
  jotform,
  unbounce,
  hubspot,
  gohighlevel,
  clickfunnels,
  clickfunnelsClassic,
  leadspedia,
  leadProsper,
  boberdoo,
  cake,
  leadbyte,
  leadexec,
  phonexa,
  leadconduit,
  elementor,
  everflow,
];

/** Returns the source that a post shows signs of. */
export const recognize = (post: ArrivedPost): Source =>
  sources.find(
    ({ signs, readNotification }) =>
      readNotification?.(post.body) !== undefined ||
      signs.some((paths) => paths.every((path) => findIn(post, path) !== undefined)),
  ) ?? anyTool;

/** Returns the source that an address names. @throws NOT_FOUND */
export function findSource(id: string): Source {
  const named = [...sources, anyTool];
  const found = named.find((source) => source.id === id);
  if (found) return found;
  const ids = named.map((source) => source.id).join(', ');
  throw new DomainError('NOT_FOUND', { detail: `The address must end in the name of a tool: ${ids}.` });
}
